#!/usr/bin/env python3
"""A client of the Model Context Protocol that does what an assistant does, and prints what came back, a line each.

  client.py VERSION COMMAND...   speaks a version itself: 2024-11-05 to 2026-07-28
  client.py legacy|auto COMMAND...  by the SDK of PyPI (mcp), with the handshake of old or as it finds the server
"""

import json
import os
import subprocess
import sys

STEPS = (
    ("remind", {"sentence": "tea in 4 minutes", "id": "tea"}),
    ("remind", {"title": "Stand up", "every": "1h", "id": "up", "action": ["Page=https://example.org/"]}),
    ("remind", {"title": "X", "in": "someday"}),
    ("remind", {"title": "X", "run": "backup"}),
    ("notify", {"title": "Done", "body": "All tests pass.", "level": "passive", "id": "done"}),
    ("remove", {"ids": ["up", "nothing"]}),
    ("list", {}),
    ("ask", {"question": "Deploy?", "choices": ["Yes", "No"]}),
)


def report(name, is_error, text, structure):
    """Prints an outcome, without what is another one each time."""
    if structure and "next" in structure:
        structure = {**structure, "next": len(structure["next"])}
    for entries in (structure or {}).values():
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict):
                entry.pop("next", None)
                entry.pop("shown", None)
    outcome = {"error": text} if is_error else structure
    print(json.dumps([name, outcome], sort_keys=True), flush=True)


class Plain:
    """JSON-RPC, a message a line."""

    def __init__(self, version, command):
        self.version, self.number = version, 0
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def request(self, method, parameters):
        self.number += 1
        if self.version >= "2026":
            names = "io.modelcontextprotocol/"
            parameters = {
                **parameters,
                "_meta": {
                    names + "protocolVersion": self.version,
                    names + "clientCapabilities": {},
                    names + "clientInfo": {"name": "Helper", "version": "1"},
                },
            }
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        answer = json.loads(self.server.stdout.readline())
        assert answer["id"] == self.number and answer["jsonrpc"] == "2.0", answer
        return answer["result"]

    def send(self, message):
        self.server.stdin.write(json.dumps(message).encode() + b"\n")
        self.server.stdin.flush()

    def run(self):
        if self.version >= "2026":
            assert self.version in self.request("server/discover", {})["supportedVersions"]
        else:
            parameters = {
                "protocolVersion": self.version,
                "capabilities": {},
                "clientInfo": {"name": "Helper", "version": "1"},
            }
            assert self.request("initialize", parameters)["protocolVersion"] == self.version
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
            assert self.request("ping", {}) == {}
        print(json.dumps([tool["name"] for tool in self.request("tools/list", {})["tools"]]), flush=True)
        for name, arguments in STEPS:
            result = self.request("tools/call", {"name": name, "arguments": arguments})
            report(name, result["isError"], result["content"][0]["text"], result.get("structuredContent"))
        self.server.stdin.close()
        sys.exit(self.server.wait())


async def run_sdk(mode, command):
    """The same by the SDK."""
    import mcp.types
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    parameters = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    info = mcp.types.Implementation(name="Helper", version="1")
    async with Client(stdio_client(parameters), mode=mode, client_info=info) as client:
        expected = "2025-11-25" if mode == "legacy" else "2026-07-28"
        assert client.protocol_version == expected, client.protocol_version
        tools = await client.list_tools()
        print(json.dumps([tool.name for tool in tools.tools]), flush=True)
        for name, arguments in STEPS:
            result = await client.call_tool(name, arguments)
            report(name, result.is_error, result.content[0].text, result.structured_content)


if sys.argv[1] in ("legacy", "auto"):
    import asyncio

    asyncio.run(run_sdk(sys.argv[1], sys.argv[2:]))
else:
    Plain(sys.argv[1], sys.argv[2:]).run()
