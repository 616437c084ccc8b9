"""The suits of a position's cards, checked against the packs and against what is known of hands."""

from kibitz.games.faults import quote
from kibitz.games.hand_knee_foot.draft import Draft
from kibitz.games.hand_knee_foot.faces import Place, face_text, lacking, too_many, with_known


def check_suits(draft: Draft) -> None:
    """No suited card more often than there are packs; suits known of a hand fit its cards."""
    faces, fits = draft.suited, True
    for seat in range(draft.rules.players):
        known = faces.get(Place("known", seat), [])
        for face in lacking(faces.get(Place("hands", seat), known), known):
            message = f"{quote(face_text(face))} is known of seat {seat}, whose hand cannot have it"
            draft.add(f"/known/{seat}", "not_held", message)
            fits = False
    packs = draft.rules.packs
    for face, count in too_many(with_known(faces) if fits else faces, packs).items():
        message = f"{count} × {quote(face_text(face))} are more than the {packs} of {packs} packs"
        draft.add("", "too_many_cards", message)
