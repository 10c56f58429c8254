import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readProfiles } from "../../src/agents/profiles/load.ts";
import { profileKeys } from "../../src/agents/profiles/schema/profile.ts";
import { settleProfiles } from "../../src/agents/profiles/settle.ts";
import { troubles } from "../../src/sheet/trouble/trouble.ts";
import { repository } from "./tree.ts";

const page = readFileSync(join(repository, "docs", "agents.md"), "utf8");

/** The first cells of a table below a heading. */
function namedBelow(heading: string): readonly string[] {
  const part = page.slice(page.indexOf(`\n## ${heading}\n`)).split("\n## ")[1] ?? "";
  return part
    .split("\n")
    .flatMap((line) =>
      [...(/^\| (`[^|]+) \|/.exec(line)?.[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ""),
    );
}

it("docs/agents.md has a row for every key of a profile, and no other", () => {
  expect([...namedBelow("Every key")].sort()).toEqual([...profileKeys].sort());
});

it("docs/agents.md has every agent that is built in, and says which were verified with which version", async () => {
  const shelf = await readProfiles({ env: { XDG_CONFIG_HOME: "/nonexistent" }, project: null });
  expect([...namedBelow("Built in")].sort()).toEqual([...shelf.names()].sort());
  for (const { profile } of shelf.all()) {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${profile.name}\` |`)) ?? "";
    expect(row).toContain(profile.verified === null ? "not verified" : profile.verified.version);
  }
});

it("docs/agents.md lists every code that a pattern may use", () => {
  expect([...namedBelow("Codes of trouble")].sort()).toEqual(Object.keys(troubles).sort());
});

it("every profile in docs/agents.md can be used as it is", () => {
  const texts = [...page.matchAll(/```yaml\n# .*agents\/([\w-]+)\.yaml\n([^]*?)```/g)].map(
    ([, name = "", text = ""]) => ({ name, text }),
  );
  expect(texts.length).toBeGreaterThan(2);
  const builtIn = {
    origin: "built-in",
    path: "/b/claude.yaml",
    name: "claude",
    text: "kind: cli\nexecutable: claude\n",
  } as const;
  for (const { name, text } of texts) {
    expect(settleProfiles([builtIn, { origin: "user", path: `/u/${name}.yaml`, name, text }]).problems).toEqual([]);
  }
});
