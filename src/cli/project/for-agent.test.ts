import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { makePipes, tempFolder } from "../../../test/kit/folders.ts";
import { tools } from "../../protocols/mcp/server.ts";

function read(folder: string, path: string): string {
  return readFileSync(join(folder, path), "utf8");
}

it("teaches Claude Code by a skill and a server, beside the servers that are there, and does nothing twice", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, ".mcp.json"), '{"mcpServers":{"other":{"command":"x"}},"more":1}');

  const { code, out } = await tutti("init", "--for", "claude", "--repo", folder);

  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining("wrote .claude/skills/tutti/SKILL.md and .mcp.json") as unknown,
  });
  expect(JSON.parse(read(folder, ".mcp.json"))).toEqual({
    mcpServers: { other: { command: "x" }, tutti: { command: "tutti", args: ["mcp"] } },
    more: 1,
  });
  const again = await tutti("init", "--for", "claude", "--repo", folder, "--json");
  expect(JSON.parse(again.out)).toEqual({ agent: "claude", wrote: [] });
});

it("teaches Codex by a skill and a server at the end of its settings", async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, ".codex"));
  writeFileSync(join(folder, ".codex/config.toml"), 'model = "x"');

  await tutti("init", "--for", "codex", "--repo", folder);
  await tutti("init", "--for", "codex", "--repo", folder);

  expect(read(folder, ".codex/config.toml")).toBe(
    'model = "x"\n\n[mcp_servers.tutti]\ncommand = "tutti"\nargs = ["mcp"]\nstartup_timeout_sec = 60\n',
  );
  expect(read(folder, ".agents/skills/tutti/SKILL.md")).toMatch(/^---\nname: tutti\n/);
});

it.each([
  [
    "a skill that a user changed",
    (folder: string) => {
      mkdirSync(join(folder, ".claude/skills/tutti"), { recursive: true });
      writeFileSync(join(folder, ".claude/skills/tutti/SKILL.md"), "mine");
    },
    "is there already",
  ],
  [
    "a file of servers that is no JSON",
    (folder: string) => writeFileSync(join(folder, ".mcp.json"), "{"),
    "it is no JSON",
  ],
  ["a pipe in its place", (folder: string) => makePipes(join(folder, ".mcp.json")), "not a file"],
])("leaves %s as it is, and writes nothing", async (_, make, why) => {
  const folder = tempFolder();
  make(folder);

  const { code, err } = await tutti("init", "--for", "claude", "--repo", folder);

  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(why) as unknown });
});

it("names no tool in the skill that the server does not have", async () => {
  const folder = tempFolder();
  await tutti("init", "--for", "codex", "--repo", folder);

  const named = new Set(read(folder, ".agents/skills/tutti/SKILL.md").match(/tutti_\w+/g));

  expect([...named].filter((name) => !tools.some((tool) => tool.name === name))).toEqual([]);
});
