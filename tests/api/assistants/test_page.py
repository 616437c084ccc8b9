"""What the page on assistants shows: every configuration leads to a server that answers."""

import asyncio
import json
import tomllib

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from kibitz.api.assistants.tools import TOOLS
from tests.docs_refresh import ADDRESS, KIBITZ, ROOT, blocks_of, plain_environment

PAGE = ROOT / "docs" / "assistants.md"
COMMAND = "/path/to/kibitz/.venv/bin/kibitz"
CONFIGURATIONS = [block for block in blocks_of(PAGE) if block.kind in {"json", "toml"}]


@pytest.mark.parametrize("block", CONFIGURATIONS, ids=lambda block: block.place)
def test_a_configuration_leads_to_the_tools(block, request, tmp_path):
    text = "\n".join(block.lines)
    found = json.loads(text) if block.kind == "json" else tomllib.loads(text)
    [servers] = found.values()
    assert list(servers) == ["kibitz"]
    given = servers["kibitz"]

    async def names(target):
        async with Client(target) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    if "command" in given:
        assert given["command"] == COMMAND
        asked = StdioServerParameters(
            command=KIBITZ[0], args=[*KIBITZ[1:], *given["args"]], env=plain_environment()
        )
        with (tmp_path / "log").open("w") as log:
            assert asyncio.run(names(stdio_client(asked, errlog=log))) == list(TOOLS)
    else:
        [url] = [value for value in given.values() if value.startswith("http:")]
        local = url.replace(ADDRESS, request.getfixturevalue("lasting_service"))
        assert asyncio.run(names(local)) == list(TOOLS)


def test_the_page_lists_the_tools():
    table = PAGE.read_text("utf-8").split("\n## Tools\n\n")[1].split("\n\n")[0]
    assert [row.split("`")[1] for row in table.splitlines()[2:]] == list(TOOLS)
