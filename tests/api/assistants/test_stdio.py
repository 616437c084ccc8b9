"""``kibitz mcp``: a server on standard input and output, in a process of its own."""

import asyncio
import json
import signal
import subprocess
import sys

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.api.assistants.conftest import MODES
from tests.docs_refresh import KIBITZ, plain_environment
from tests.forked import Python

COMMAND = StdioServerParameters(
    command=KIBITZ[0], args=[*KIBITZ[1:], "mcp"], env=plain_environment()
)


@pytest.mark.parametrize("mode", MODES)
def test_a_conversation(mode, tmp_path):
    async def converse():
        with (tmp_path / "log").open("w") as log:
            async with Client(stdio_client(COMMAND, errlog=log), mode=mode) as client:
                tools = await client.list_tools()
                dealt = await client.call_tool(
                    "deal", {"game": "knotty-nines", "source": "pysolfc", "seed": "100123"}
                )
                position = dealt.structured_content["position"]
                solved = await client.call_tool("solve", {"position": position})
                return len(tools.tools), solved

    count, solved = asyncio.run(converse())
    assert count == 8
    assert solved.structured_content["answer"]["verdict"] == "unsolvable"
    assert solved.content[0].text.startswith("Unsolvable: a bound rules every line out.\n")


@pytest.mark.parametrize("end", ["input", signal.SIGINT, signal.SIGTERM], ids=str)
def test_it_ends_without_a_word(end):
    process = Python(
        *("-m", "kibitz.cli.main", "mcp"),
        env=plain_environment() | {"KIBITZ_LOG_LEVEL": "error"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    info = {"name": "test", "version": "0"}
    asked = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info}
    call = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": asked}
    process.stdin.write(json.dumps(call) + "\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["result"]["serverInfo"]["name"] == "kibitz"
    if end != "input":
        process.send_signal(end)
    out, err = process.communicate(timeout=60)
    assert (out, err) == ("", "")
    assert process.returncode in {0, -signal.SIGTERM}


def test_settings_that_cannot_be_used():
    done = subprocess.run(
        [sys.executable, "-m", "kibitz.cli.main", "mcp"],
        env=plain_environment() | {"KIBITZ_WORKERS": "x"},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert "KIBITZ_WORKERS" in done.stderr
