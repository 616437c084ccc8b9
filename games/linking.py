"""Code of kernels that is only linked: LLVM's intermediate code, without machine code of its own.

Numba makes machine code of every function it compiles. For a kernel that only other kernels call,
it is thrown away: each caller has a copy of its own. The intermediate code is optimized all the
same, before it is linked: left to the callers, the search of Knaves ran a third slower.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba._dynfunc import make_function  # type: ignore[import-not-found]
from numba.core.codegen import JITCodeLibrary


class LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A kernel with all it calls, for callers to link. Machine code is made if it is asked for."""

    _emitted = False

    def _optimize_functions(self, ll_module: Any) -> None:
        """As Numba does, with one pass manager for all functions, and not for declarations."""
        ll_module.data_layout = self._codegen._data_layout
        manager, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                manager.run(function, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def defines(self, name: str) -> bool:
        """Whether a function of this name is in the module, and not merely declared."""
        self._ensure_finalized()
        try:
            return not self._final_module.get_function(name).is_declaration
        except NameError:
            return False

    def get_pointer_to_function(self, name: str) -> int:
        """The address of a function's machine code; zero if there is no function of this name."""
        if not self.defines(name):
            return 0
        if not self._emitted:
            self._emitted = True
            self._shared_module = self._get_module_for_linking().clone()
            super()._finalize_final_module()
        return int(super().get_pointer_to_function(name))


@contextmanager
def linked_only(context: Any) -> Iterator[None]:
    """Within it, what Numba itself compiles for kernels to call (``np.empty``, …) is only linked.

    ``context``: Numba's target context. The caller holds the compiler's lock.
    """
    codegen = context.codegen()
    if "_library_class" in vars(codegen):
        yield
        return

    def get_executable(library: Any, fndesc: Any, env: Any) -> Any:
        wrapper = fndesc.llvm_cpython_wrapper_name
        if isinstance(library, LinkedLibrary) and not library.defines(wrapper):
            # Never called: Numba finds the compiled function by this object.
            return make_function(
                fndesc.lookup_module(), fndesc.qualname.split(".")[-1], "", 0, env, (library,)
            )
        return type(context).get_executable(context, library, fndesc, env)

    codegen._library_class = LinkedLibrary
    context.get_executable = get_executable
    try:
        yield
    finally:
        del codegen._library_class, context.get_executable
