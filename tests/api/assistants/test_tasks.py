"""The twenty tasks: the transcript is as recorded, and no answer says what no tool has said."""

import re

import pytest

from kibitz.api.assistants.server import server_of
from tests.api.assistants.conftest import talker
from tests.api.assistants.tasks import TASKS, TRANSCRIPT, work_through

WORD = re.compile(r"[A-Z0-9][\w>=~.♠♥♦♣-]*\d[\w>=~.-]*|\d+(?:\.\d+)?")


@pytest.fixture(scope="module")
def worked(runner, service):
    return talker(runner, server_of(service), "auto")(work_through)


def test_the_transcript(worked):
    assert worked[0] == TRANSCRIPT.read_text("utf-8")


@pytest.mark.parametrize("number", range(len(TASKS)), ids=lambda n: TASKS[n][1].__name__)
def test_every_number_and_card_of_an_answer_was_said_by_a_tool(worked, number):
    answer, told = worked[1][number]
    said = {word.strip(".,;:") for word in WORD.findall(answer)}
    counted = {"2", "3", "4"} if TASKS[number][1].__name__ == "mistyped" else set()
    assert {word for word in said if word not in told} <= counted
