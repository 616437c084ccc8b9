"""Records that kernels take, each declared once: as a class that gives NumPy's dtype and the types.

A class names its fields in order. A number is ``Int8`` and the like, an array the type of its
elements with its shape, and a record may hold another::

    class Frame(Record):
        depth: Int16
        best: Annotated[Reals, SEATS, 2]
        state: KnavesState


    FRAME: Final = dtype_of(Frame)

A kernel gets elements of arrays of ``FRAME`` and annotates them as ``Frame``, so that the type
checker knows their fields; nobody ever makes a ``Frame``. A shape or an element type that differs
from game to game is a name, which :func:`dtype_of` is given a value for.
"""

from typing import TYPE_CHECKING, Annotated, Any, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Int64 = Annotated[int, np.int64]
UInt8 = Annotated[int, np.uint8]
UInt64 = Annotated[Any, np.uint64]  # see `games.bits.Word`
Flag = Annotated[bool, np.bool_]
Real32 = Annotated[float, np.float32]
Real = Annotated[float, np.float64]

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
UInt8s = npt.NDArray[np.uint8]
UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]
Reals32 = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]
Numbers = npt.NDArray[Any]  # of a type that is a name


class Record:
    """A record of any kind; Python code, other than kernels, takes fields by ``record["name"]``."""

    if TYPE_CHECKING:

        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...


def dtype_of(record: type[Record], **named: Any) -> np.dtype[np.void]:
    """The dtype of a record, its fields packed in the order of the class.

    ``named``: the sizes and element types that the class has names for. Raises ``TypeError`` for a
    field of another kind, ``KeyError`` for a name without a value.
    """
    hints = get_type_hints(record, include_extras=True)
    return np.dtype([(name, *_field(hint, named)) for name, hint in hints.items()])


def _field(hint: Any, named: dict[str, Any]) -> tuple[Any, tuple[int, ...]]:
    """The element type and the shape of a field."""
    kind, *marks = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
    marks = [named[mark] if isinstance(mark, str) else mark for mark in marks]
    shape = tuple(mark for mark in marks if isinstance(mark, int))
    of = [mark for mark in marks if not isinstance(mark, int)]
    if not of and isinstance(kind, type) and issubclass(kind, Record):
        of = [dtype_of(kind, **named)]
    elif not of and shape:
        # npt.NDArray[np.int8]: an array of np.dtype[np.int8], or an alias of it for np.int8
        last = get_args(kind)[-1]
        of = [next(iter(get_args(last)), last)]
    if len(of) != 1:
        raise TypeError(f"{hint} is no field of a record")
    return of[0], shape
