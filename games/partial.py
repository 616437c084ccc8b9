"""What is sound of a request that has faults, so that the rest of it can be checked as well."""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field, ValidationError, create_model

from kibitz.contract.base import PARTLY
from kibitz.games.faults import Fault, is_sound, pointer_of
from kibitz.games.findings import schema_faults

M = TypeVar("M", bound=BaseModel)


def sound_part(model: type[M], fields: dict[str, Any], faults: list[Fault]) -> M:
    """The request that the fields make which have no fault, of a subclass of the model.

    A field that is needed, and is missing or has a fault, is None. What is wrong with the request
    as a whole, two fields that contradict each other, is added to ``faults``.
    """
    relaxed, sound = _relaxed(model), sound_fields(fields, faults)
    try:
        return relaxed.model_validate(sound)
    except ValidationError as error:
        faults += new_faults(schema_faults(error, model), faults)
    return relaxed.model_validate(sound_fields(sound, faults), context=PARTLY)


@cache
def _relaxed(model: type[M]) -> type[M]:
    """A subclass of a model in which no field is needed."""
    parts: dict[str, Any] = {
        name: (Annotated[field.annotation, Field(), *field.metadata], None)
        for name, field in model.model_fields.items()
        if field.is_required()
    }
    return create_model(f"Part{model.__name__}", __base__=model, **parts)


def new_faults(faults: Iterable[Fault], known: Iterable[Fault]) -> list[Fault]:
    """Those of some faults that are not known yet: of another kind, or at another place."""
    named = {(fault.pointer, fault.code) for fault in known}
    return [fault for fault in faults if (fault.pointer, fault.code) not in named]


def sound_fields(fields: dict[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """The fields that have no fault; of a list in which an entry has one, what stands before it."""
    sound = {}
    for name, value in fields.items():
        at = pointer_of((name,))
        if is_sound(faults, at):
            sound[name] = value
        elif isinstance(value, list) and all(fault.pointer != at for fault in faults):
            ends = (i for i in range(len(value)) if not is_sound(faults, f"{at}/{i}"))
            if end := next(ends, len(value)):
                sound[name] = value[:end]
    return sound
