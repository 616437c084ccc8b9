"""The board as a person uses it: buttons by their names, cards by their keys."""

import json
import re
import time
from collections.abc import Callable
from http import HTTPStatus
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.docs_refresh import Service

GAMES = {
    "knotty-nines": "Knotty Nines",
    "knack-solitaire": "K'nack Solitaire",
    "knaves": "Knaves",
    "knack": "K'nack",
    "knock-rummy": "Knock Rummy",
    "hand-knee-foot": "Hand, Knee and Foot",
}
# Opponents do not pause, and searches have limits at which they end on any machine alike.
LIMITS = {
    "analyze": {"time_ms": 2000, "iterations": 300},
    "hint": {"time_ms": 2000, "iterations": 300},
    "review": {"iterations": 300},
    "solve": {"nodes": 1_000_000},
}
QUICK = """
    if (location.protocol !== "about:")
        localStorage.setItem("kibitz-board", JSON.stringify({pace: "quick"}));
    window.limits = %s;
    const send = window.fetch;
    window.fetch = (address, options = {}) => {
        const limits = window.limits[String(address).split("/").at(-1)];
        if (!options.body || !limits) return send(address, options);
        const body = JSON.stringify({...JSON.parse(options.body), limits});
        return send(address, {...options, body});
    };
"""
SLOW_MS = 60_000
BUSY = 503
SMALLEST = 24  # pixels, of what is clicked or tapped
TOO_SMALL = """least => [...document.querySelectorAll(
    "button:not(:disabled), a[href], select, textarea, summary, input")]
    .map((one) => one.closest("label.check") ?? one)
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width && box.height && !one.matches(".skip"))
    .filter(([one, box]) => Math.round(box.width) < least || Math.round(box.height) < least)
    .map(([one, box]) => `${one.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`)"""

TOO_WIDE = """[...document.querySelectorAll("main :is(input, textarea, select, p, li), dialog *")]
    .map((one) => [one, one.getBoundingClientRect(), one.closest(".panel, .zone, .before, dialog")])
    .map(([one, box, around]) => [one, box, around?.getBoundingClientRect()])
    .filter(([one, box, around]) => around && box.width && !one.closest(".scroll, .unseen"))
    .filter(([one, box, around]) => box.left < around.left || box.right > around.right)
    .map(([one]) => one.outerHTML.slice(0, 120))"""
COVERED = """(() => {
    const over = document.querySelector(".said").getBoundingClientRect();
    return [...document.querySelectorAll("main :is(button, input, select, a)")]
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([one, box]) => box.top < over.bottom && box.bottom > over.top)
        .filter(([one, box]) => box.left < over.right && box.right > over.left)
        .map(([one]) => one.outerHTML.slice(0, 120));
})()"""


def new_context(browser: Any, *, touch: bool = False) -> Any:
    """A profile of the browser in which nothing moves; ``touch``: as on a phone."""
    return browser.new_context(reduced_motion="reduce", has_touch=touch, is_mobile=touch)


class Board:
    """One page of a browser. ``wrong`` collects what must not happen."""

    def __init__(
        self,
        context: Any,
        service: Service,
        *,
        width: int = 1280,
        height: int = 860,
        dark: bool = False,
    ) -> None:
        self._service = service
        self.address = service.address + "/"
        self.wrong: list[str] = []
        self.context = context
        self.page = context.new_page()
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        self.page.set_default_timeout(SLOW_MS)
        self.page.add_init_script(QUICK % json.dumps(LIMITS))
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("request", self._asked)
        self.page.on("response", self._answered)
        self._submitted: list[str] = []

    def _heard(self, message: Any) -> None:
        # A refusal of the service is no fault of the page, but Chromium lists it as one. A search
        # that has waited too long on a busy machine is refused, too, and the page asks again.
        refused = any(f"status of {status}" in message.text for status in (4, 503))
        if message.type == "error" and not refused:
            self.wrong.append(message.text)

    def _asked(self, request: Any) -> None:
        if urlsplit(request.url).netloc not in {urlsplit(self.address).netloc, ""}:
            self.wrong.append(f"request to {request.url}")

    def _answered(self, response: Any) -> None:
        """Note the address of a job that the page has submitted: no list names it."""
        if response.status == HTTPStatus.ACCEPTED:
            self._submitted.insert(0, f"/v1/{response.headers['location']}")

    def close(self) -> None:
        """Close the page."""
        self.page.close()

    def open(self, path: str = "") -> None:
        """Go to an address of the board, such as ``#knaves``."""
        self.page.goto("about:blank")
        self.page.goto(self.address + path)

    def button(self, name: str) -> Any:
        """The button of that name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def deal(self, game: str, **choices: str) -> None:
        """Set a game up by its own page, and deal."""
        self.open(f"#{game}")
        for label, value in choices.items():
            field = self.page.get_by_label(label.replace("_", " ").capitalize())
            if field.evaluate("one => one.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.button("Deal").click()
        self.page.wait_for_selector(".felt")

    def choose_rules(self, **rules: str) -> None:
        """Set switches of the rules, which are folded away."""
        box = self.page.locator(".rules")
        box.locator("summary").click()
        for label, value in rules.items():
            name = label.replace("_", " ")
            lists = box.get_by_role("combobox", name=name, exact=True)
            field = lists.or_(box.get_by_role("spinbutton", name=name, exact=True))
            is_list = field.evaluate("one => one.tagName") == "SELECT"
            field.select_option(value) if is_list else field.fill(value)

    def begin(self, game: str) -> None:
        """Show a deal in which everybody is played by us, and wait for it."""
        table = self.ask(game, "deal", seed=7)
        self.open(f"#{table['text']}&seat={table.get('to_move', 0)}")
        self.page.wait_for_selector("table-stage:not([data-waiting]) :is(.live, .action)")

    def search_on(self, **limits: dict[str, int]) -> None:
        """Give the verbs of the pages that follow other limits, or those of the board itself."""
        self.page.add_init_script(f"window.limits = {json.dumps(limits)}")

    def is_for_everyone(self) -> None:
        """Assert that the view is without fault, on a wide screen by day and a phone by night.

        Without one that axe finds, without scrolling sideways, with everything inside its frame,
        and with targets that are large enough for a finger.
        """
        axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
        for width, height, scheme in ((1280, 860, "light"), (360, 740, "dark")):
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = axe.run(self.page).response["violations"]
            assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == []
            assert self.page.evaluate("document.documentElement.scrollWidth") == width
            assert self.page.evaluate(TOO_WIDE) == []
        assert self.page.evaluate(TOO_SMALL, SMALLEST) == []

    def key(self, key: str) -> Any:
        """What has a key on the table."""
        return self.page.locator(f'table-stage [data-key="{key}"]').first

    def ply(self) -> int:
        """How many moves have been made."""
        return int(self.page.locator("move-tree button").count()) - 1

    def whose(self) -> str:
        """Whose turn it is, or how the game ended."""
        return str(self.page.locator(".whose").inner_text())

    def my_turn(self) -> bool:
        """Wait until it is our turn or the game is over; whether it is our turn."""
        found = self.page.wait_for_function(
            """() => {
                const said = document.querySelector(".whose")?.textContent;
                const ours = said?.startsWith("Your turn") && document.querySelector(
                    "table-stage:not([data-waiting]) :is(.live, .action)");
                const over = [...document.querySelectorAll("button")]
                    .some((one) => one.textContent === "Deal again");
                return ours ? "ours" : over && "over";
            }"""
        )
        return bool(found.json_value() == "ours")

    def moved(self, before: int) -> None:
        """Wait for a move to be made."""
        self.page.wait_for_function(
            'ply => document.querySelectorAll("move-tree button").length - 1 > ply',
            arg=before,
        )

    def at(self, ply: int) -> None:
        """Wait until the position after so many moves is shown."""
        self.page.wait_for_function(
            """ply => document.querySelector("move-tree [aria-current] .ply")?.textContent === ply
                && document.querySelector("table-stage:not([data-waiting])")""",
            arg=str(ply or ""),
        )

    def ask(self, game: str, verb: str, **body: Any) -> Any:
        """What the service answers, asked again as long as it is busy."""
        headers = {"Content-Type": "application/json"}
        path = f"/v1/games/{game}/{verb}"
        status, text, deadline = BUSY, "", time.monotonic() + SLOW_MS / 1000
        while status == BUSY and time.monotonic() < deadline:
            status, _, text = self._service.ask("POST", path, headers, json.dumps(body).encode())
        assert status == 200, text
        return json.loads(text)

    def middle(self, game: str, deal: int, moves: int, **rules: Any) -> None:
        """Open a deal after so many moves of the casual level, all played by us from there.

        The next deal where the game is over before.
        """
        table = self.ask(game, "deal", seed=deal, rules=rules)
        for _ in range(moves):
            if table["over"]:
                break
            text = table["text"]
            chosen = self.ask(game, "choose", position=text, level="casual", seed=1)
            table = self.ask(game, "play", position=text, moves=[chosen["move"]])
        if table["over"]:
            self.middle(game, deal + 1, moves, **rules)
            return
        self.open(f"#{table['text']}&seat={table['to_move']}")
        self.page.wait_for_selector("table-stage:not([data-waiting]) :is(.live, .action)")

    def nearly_over(self, game: str, moves: int, **rules: Any) -> None:
        """Open a game that ends so many own moves later if all play like the casual level."""
        positions: list[str] = []
        table: dict[str, Any] = {}
        for seed in count(3):
            if len(positions) >= moves:  # some games are shorter
                break
            table, positions = self.ask(game, "deal", seed=seed, rules=rules), []
            while not table["over"]:
                text, seat = table["text"], table["to_move"]
                positions += [text] if seat == 0 else []
                chosen = self.ask(game, "choose", position=text, level="casual", seed=1)
                table = self.ask(game, "play", position=text, moves=[chosen["move"]])
        by = "+".join(["me", *["casual"] * (len(table["position"]["hands"]) - 1)])
        self.open(f"#{positions[-moves]}&by={by}&seat=0")

    def position(self) -> str:
        """The first position, as the address has it."""
        return str(self.page.evaluate("decodeURIComponent(location.hash.slice(1).split('&')[0])"))

    def leaves(self, first: str) -> None:
        """Wait for another first position."""
        self.page.wait_for_function(
            "first => !decodeURIComponent(location.hash).startsWith('#' + first)", arg=first
        )

    def says_other_than(self, said: str) -> None:
        """Wait until the line above the table is drawn anew."""
        self.page.wait_for_function(
            "said => document.querySelector('.whose')?.innerText !== said", arg=said
        )

    def running(self) -> int:
        """How many streams and searches the service is running."""
        pattern = r'^(?:kibitz_streams|kibitz_lane_calls.*"running"}) (\d+)'
        counts = re.findall(pattern, self.metrics(), re.MULTILINE)
        assert len(counts) > 1
        return sum(map(int, counts))

    def until(self, holds: Callable[[], bool], otherwise: str) -> None:
        """Wait for what the service says to hold."""
        deadline = time.monotonic() + SLOW_MS / 1000
        while not holds():
            assert time.monotonic() < deadline, otherwise
            self.page.wait_for_timeout(20)

    def analyse(self) -> Any:
        """The rows of the values when the search has ended: before, some moves are missing."""
        self.button("Analyse").click()
        rows = self.page.get_by_role("table", name="Values").locator("tbody tr")
        rows.first.wait_for()
        self.page.locator("value-table .pulse").wait_for(state="detached")
        return rows

    def at_rest(self) -> None:
        """Wait until the service runs no stream and no search."""
        self.until(lambda: not self.running(), "the service goes on searching")

    def jobs(self) -> list[str]:
        """The states of all jobs that the page has submitted, the newest first."""
        found = [self._service.ask("GET", place, {}, None)[2] for place in self._submitted]
        return [json.loads(job)["state"] for job in found]

    def metrics(self) -> str:
        """The metrics of the service."""
        return self._service.ask("GET", "/metrics", {}, None)[2]
