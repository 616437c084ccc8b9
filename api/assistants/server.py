"""The server of the Model Context Protocol: tools, resources and prompts over any transport."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

import mcp_types as types
import structlog
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from pydantic.json_schema import GenerateJsonSchema
from starlette.requests import Request

from kibitz.api.assistants.guides import GUIDES, INSTRUCTIONS, RULES
from kibitz.api.assistants.tools import TOOLS, Tool, call
from kibitz.api.front import Trace, trace_of
from kibitz.api.problems import INTERNAL, Problem, problem_of
from kibitz.api.rules import rules_text
from kibitz.api.searches import Hear
from kibitz.api.service import Service
from kibitz.api.version import service_version
from kibitz.contract.base import plain
from kibitz.games.catalogue import LISTED
from kibitz.games.faults import BadInput

READS: Final = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
MARKDOWN: Final = "text/markdown"
MOST_FAULTS: Final = 50  # that are listed
LONGEST_FAULT: Final = 1_000  # characters
LASTS_MS: Final = 3_600_000  # that a client may keep the lists, which change with the version
Context = ServerRequestContext[Any, Any]


class _Brief(GenerateJsonSchema):
    """Schemas without titles that repeat the names of fields: a model reads all of it."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        """No."""
        return False


def server_of(service: Service) -> Server[Any]:
    """A server whose tools ask ``service``; it holds nothing of its own."""

    async def call_tool(
        context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        return await _called(service, context, params)

    lasting = CacheHint(ttl_ms=LASTS_MS, scope="public")
    return Server(
        "kibitz",
        version=service_version(),
        title="Kibitz",
        description="Analysis of card games: what to play, whether a deal can be won.",
        instructions=INSTRUCTIONS,
        cache_hints={
            "tools/list": lasting,
            "resources/list": lasting,
            "resources/templates/list": lasting,
            "resources/read": lasting,
            "prompts/list": lasting,
        },
        on_list_tools=_tools,
        on_call_tool=call_tool,
        on_list_resources=_resources,
        on_list_resource_templates=_templates,
        on_read_resource=_resource,
        on_list_prompts=_prompts,
        on_get_prompt=_prompt,
    )


async def _called(
    service: Service, context: Context, params: types.CallToolRequestParams
) -> types.CallToolResult:
    """What a tool answers; a problem is an error that the model reads."""
    request = context.request
    trace = trace_of(request) if isinstance(request, Request) else Trace.new()
    try:
        reply = await call(service, params.name, params.arguments or {}, trace, _reporting(context))
    except Exception as error:  # noqa: BLE001 - as everywhere, an unknown one reveals nothing
        problem = problem_of(error)
        trace.level = problem.kind.level
        if problem.kind is INTERNAL:
            structlog.get_logger("kibitz").exception("a tool ended in a fault", tool=params.name)
        return types.CallToolResult(content=[_text(problem_text(problem))], is_error=True)
    return types.CallToolResult(
        content=[_text(each) for each in reply.texts()], structured_content=plain(reply.content)
    )


def problem_text(problem: Problem) -> str:
    """A problem for a model: what is wrong, the faults with their places, when to ask again.

    A model has to keep all of it in mind, so it is cut short.
    """
    lines = [f"{problem.kind.title}: {problem.detail}."]
    if problem.faults:
        lines = [f"{problem.kind.title}:"]
    for fault in problem.faults[:MOST_FAULTS]:
        where = f"{fault.pointer.removeprefix('/')}: " if fault.pointer else ""
        line = f"- {where}{fault.message}"
        lines.append(line if len(line) <= LONGEST_FAULT else f"{line[:LONGEST_FAULT]}…")
    if len(problem.faults) > MOST_FAULTS:
        lines.append(f"- and {len(problem.faults) - MOST_FAULTS} more")
    lines += [
        f"Ask again in {value} s." for name, value in problem.headers if name == "Retry-After"
    ]
    return "\n".join(lines)


def _reporting(context: Context) -> Hear:
    """What passes the lines of a search on as progress, which only ever grows."""
    report: Callable[..., Awaitable[None]] = context.session.report_progress
    last = -1

    async def hear(line: bytes) -> None:
        nonlocal last
        progress = json.loads(line).get("progress")
        if progress is None or progress["done"] <= last:
            return
        last = progress["done"]
        said = f"{last:,} {progress['unit']}"
        said += f", {progress['best']}" if progress["best"] else ""
        await report(last, progress.get("total"), said)

    return hear


def _text(text: str) -> types.TextContent:
    return types.TextContent(text=text)


async def _tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[_described(tool) for tool in TOOLS.values()])


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.takes.model_json_schema(schema_generator=_Brief),
        output_schema=tool.answers.model_json_schema(schema_generator=_Brief),
        annotations=READS,
    )


async def _resources(
    _: Context, __: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    found = [
        types.Resource(
            uri=RULES + name,
            name=f"rules of {listed.title}",
            title=f"The rules of {listed.title}",
            description="Rules, switches and notation.",
            mime_type=MARKDOWN,
        )
        for name, listed in LISTED.items()
    ]
    return types.ListResourcesResult(resources=found)


async def _templates(
    _: Context, __: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    template = types.ResourceTemplate(
        uri_template=RULES + "{game}",
        name="rules",
        title="The rules of a game",
        description=f"Rules, switches and notation of {', '.join(LISTED)}.",
        mime_type=MARKDOWN,
    )
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def _resource(
    _: Context, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    uri = str(params.uri)
    try:
        text = rules_text(uri.removeprefix(RULES))
    except BadInput as error:
        raise MCPError(types.INVALID_PARAMS, f"{uri!r} is not here: {error}") from None
    found = types.TextResourceContents(uri=uri, mime_type=MARKDOWN, text=text)
    return types.ReadResourceResult(contents=[found])


async def _prompts(_: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    found = [
        types.Prompt(
            name=guide.name,
            title=guide.title,
            description=guide.description,
            arguments=[
                types.PromptArgument(
                    name=name, description=said, required=name not in guide.optional
                )
                for name, said in guide.arguments.items()
            ],
        )
        for guide in GUIDES.values()
    ]
    return types.ListPromptsResult(prompts=found)


async def _prompt(_: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    if params.name not in GUIDES:
        raise MCPError(types.INVALID_PARAMS, f"{params.name!r} is none of {', '.join(GUIDES)}")
    guide = GUIDES[params.name]
    try:
        words = guide.words(params.arguments or {})
    except BadInput as error:
        raise MCPError(types.INVALID_PARAMS, str(error)) from None
    message = types.PromptMessage(role="user", content=_text(words))
    return types.GetPromptResult(description=guide.description, messages=[message])
