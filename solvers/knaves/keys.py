"""Keys of open hands of Knaves between tricks, and their slots in a table."""

from numba import int64, uint64

from kibitz.games.kernel import kernel
from kibitz.solvers.knaves.frames import Frame, Slot


@kernel
def has_key(frame: Frame) -> bool:
    """Whether a frame is one to remember: between tricks, before anybody called or declined."""
    return frame.done == 0 and frame.called < 0 and frame.declined == 0


@kernel
def write_key(frame: Frame) -> None:
    """The key of a frame that has one: all that its worth depends on, nothing hashed away.

    A place that one hand has is set in one of the first three words; a jack that costs points in
    the two others instead. The bits above the ranks of the first suit tell who leads.
    """
    jacks = frame.jacks
    frame.key[0] = (frame.hands[0] ^ jacks) | uint64(frame.player) << uint64(13)
    frame.key[1] = frame.hands[1] ^ jacks
    frame.key[2] = frame.hands[2] ^ jacks
    frame.key[3] = frame.shown


@kernel
def slot_of(frame: Frame, slots: int) -> int:
    """The slot of the table where a frame's key belongs."""
    mixed = frame.key[0] * uint64(0x9E3779B97F4A7C15) ^ frame.key[1] * uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= frame.key[2] * uint64(0x165667B19E3779F9) + frame.key[3]
    mixed ^= mixed >> uint64(32)
    return int64((mixed * uint64(0xD6E8FEB86659FD93)) >> uint64(20) & uint64(slots - 1))


@kernel
def is_held(frame: Frame, entry: Slot) -> bool:
    """Whether a slot of the table belongs to a frame's key."""
    same = entry.key[0] == frame.key[0] and entry.key[1] == frame.key[1]
    return same and entry.key[2] == frame.key[2] and entry.key[3] == frame.key[3]
