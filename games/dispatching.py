"""How kernels are compiled: each once, for other kernels to link, with doors for Python.

Machine code is made of what Python calls: a *door*, the wrapper that takes Python's arguments,
together with a copy of all it calls, optimized as one module. See `games.linking`.

A constant that a kernel is called with counts as any other number or truth value, so that all
calls share a compilation.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba import types
from numba.core import compiler, event, sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import OmittedArg, _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher

from kibitz.games.linking import LinkedLibrary, linked_only


class _Key:
    """What Numba finds a compiled kernel by, when it compiles a caller."""


def linkable(result: Any) -> Any:
    """The result of compiling a kernel, made known to Numba: others can call it from now on."""
    key = _Key()
    result.target_context.insert_user_function(key, result.fndesc, [result.library])
    return result._replace(entry_point=key)


def packed(result: Any) -> tuple[Any, ...]:
    """A compiled kernel for the cache."""
    fndesc = result.fndesc
    fndesc.typemap = fndesc.calltypes = None
    return (
        result.library.name,
        result.library._get_module_for_linking().as_bitcode(),
        fndesc,
        result.environment,
        result.signature,
        result.reload_init,
        result._find_referenced_environments(),
    )


def unpacked(context: Any, data: tuple[Any, ...]) -> Any:
    """A compiled kernel from the cache; its environments are kept alive with it."""
    name, bitcode, fndesc, environment, signature, reload_init, referenced = data
    for initialize in reload_init:
        initialize()
    library = LinkedLibrary(context.codegen(), name)
    library._final_module = llvm.parse_bitcode(bitcode)
    library._finalize_final_module()
    result = compiler.compile_result(
        typing_context=context.typing_context,
        target_context=context,
        library=library,
        environment=environment,
        fndesc=fndesc,
        signature=signature,
        objectmode=False,
        lifted=(),
        reload_init=reload_init,
        referenced_envs=referenced,
    )
    return linkable(result)


class Door(NamedTuple):
    """A kernel's wrapper for Python, with the machine code of all that it calls."""

    entry_point: Any
    environments: Any  # which the code refers to: to be kept alive


def new_door(result: Any) -> tuple[Door, tuple[Any, ...]]:
    """The door of a compiled kernel, and the same for the cache."""
    context, fndesc, environment = result.target_context, result.fndesc, result.environment
    library = context.codegen().create_library(fndesc.qualname)
    library.enable_object_caching()
    # A kernel from the cache comes without the reference counting that new arrays need.
    context.subtarget(
        environment=environment, fndesc=fndesc, enable_nrt=True
    ).create_cpython_wrapper(library, fndesc, environment, result.call_helper, release_gil=True)
    library.add_linking_library(result.library)
    entry = context.get_executable(library, fndesc, environment)
    module = library._final_module
    symbols = {
        each.name
        for each in (*module.functions, *module.global_variables)
        if not each.is_declaration
    }
    referenced = [found for name in symbols if (found := lookup_environment(name)) is not None]
    for each in referenced:
        library.codegen.set_env(each.env_name, each)
    fndesc.typemap = fndesc.calltypes = None
    code = (library.name, library._get_compiled_object(), symbols)
    kept = [each for each in referenced if each.can_cache()]  # not those of array expressions
    data = (code, fndesc, (environment, [*environment.consts]), result.reload_init, kept)
    return Door(entry, referenced), data


def loaded_door(context: Any, data: tuple[Any, ...]) -> Door:
    """A door from the cache."""
    (name, machine_code, symbols), fndesc, (environment, constants), reload_init, referenced = data
    # Where the kernel itself was loaded before, for a caller to link, its environment is there and
    # lacks what the wrapper alone needs.
    environment.consts.extend(constants[len(environment.consts) :])
    for initialize in reload_init:
        initialize()
    library = context.codegen().create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(machine_code)
    library._finalize_final_module()
    library.codegen._engine._defined_symbols |= symbols
    entry = context.get_executable(library, fndesc, environment)
    for each in referenced:
        library.codegen.set_env(each.env_name, each)
    return Door(entry, referenced)


class _Compiler(_FunctionCompiler):  # type: ignore[misc]
    """Compiles a kernel for others to link."""

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        context = self.targetdescr.target_context
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = True
        library = LinkedLibrary(context.codegen(), self.py_func.__qualname__)
        with linked_only(context):
            result = compiler.compile_extra(
                self.targetdescr.typing_context,
                context,
                self.py_func,
                args=args,
                return_type=return_type,
                flags=flags,
                locals=self.locals,
                library=library,
                pipeline_class=self.pipeline_class,
            )
            library._ensure_finalized()
        return linkable(result)


class KernelDispatcher(CPUDispatcher):  # type: ignore[misc]
    """Numba's dispatcher, with one compilation for all calls and a door for Python's."""

    def __init__(self, py_func: Callable[..., Any], *more: Any, **options: Any) -> None:
        super().__init__(py_func, *more, **options)
        self._compiler: Any = _Compiler(
            py_func, self.targetdescr, self.targetoptions, self.locals, compiler.Compiler
        )
        self.doors: dict[Any, Door] = {}

    @property
    def signatures(self) -> list[Any]:
        """The types of arguments that it was compiled or loaded for."""
        return [*{**self.overloads, **self.doors}]

    def add_overload(self, cres: Any) -> None:
        """Note a compilation for other kernels: Python cannot call it."""
        self.overloads[tuple(cres.signature.args)] = cres

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How Numba finds out, and compiles, what a call in another kernel returns."""
        _, args = self._compiler.fold_argument_types(args, kws)
        return super().get_call_template(tuple(map(types.unliteral, args)), {})

    def compile(self, sig: Any) -> Any:
        """Compile it for other kernels to call with arguments of these types."""
        args, _ = sigutils.normalize_signature(sig)
        return super().compile(tuple(map(types.unliteral, args)))

    def _compile_for_args(self, *args: Any) -> Any:
        """What Python calls with arguments of types that it has not called it with so far."""
        self._compilation_chain_init_hook()
        given = [
            types.Omitted(each.value) if isinstance(each, OmittedArg) else self.typeof_pyval(each)
            for each in args
        ]
        try:
            with global_compiler_lock:
                door = self._door(tuple(map(types.unliteral, given)))
                self._insert([each._code for each in given], door.entry_point, False)
                return door.entry_point
        finally:
            self._types_active_call.clear()

    def _door(self, args: tuple[Any, ...]) -> Door:
        if args not in self.doors:
            door = self._cache.load_door(args, self.targetctx)
            if door is None:
                with event.trigger_event(
                    "numba:compile", data={"dispatcher": self, "args": args, "return_type": None}
                ):
                    self.compile(args)
                    door, data = new_door(self.overloads[args])
                self._cache.save_door(args, data, self.targetctx)
            self.doors[args] = door
        return self.doors[args]
