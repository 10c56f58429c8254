import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { Tally } from "../../findings/tally.ts";
import { openStore } from "../../store/sqlite/open.ts";

/** A home without a conductor, in which this was measured. */
async function makeHome(
  rows: readonly (readonly [tool: string, code: string, strategy: Tally["strategy"], agent: string, ...number[]])[],
): Promise<void> {
  const folder = tempFolder();
  const home = join(folder, "home");
  for (const [name, value] of Object.entries({
    TUTTI_HOME: home,
    TUTTI_LOCAL: "1",
    TUTTI_CONTAINMENT: "group",
    XDG_CONFIG_HOME: folder,
  }))
    vi.stubEnv(name, value);
  const tallies = rows.map(([tool, code, strategy, agent, tried = 0, fixed = 0, introduced = 0]) => ({
    tool,
    code,
    strategy,
    agent,
    tried,
    fixed,
    introduced,
  }));
  if (tallies.length === 0) return;
  const store = await openStore(home);
  await store.journal.append([{ about: "tallies", tallies }]);
  await store.close();
}

const measured = [
  ["eslint", "no-undef", "normal", "claude", 6, 1, 2],
  ["eslint", "no-undef", "verbose", "/opt/bin/codex", 2, 1, 0],
  ["eslint", "eqeqeq", "normal", "claude", 5, 4, 0],
  ["eslint", "eqeqeq", "autofix", "/usr/bin/node", 12, 10, 0],
  ["eslint", "eqeqeq", "autofix", "/opt/node/bin/node", 8, 5, 0],
  ["prettier", "", "autofix", "prettier --write", 9, 9, 0],
  ["mypy", "arg-type", "normal", "claude", 2, 0, 0],
] as const;

describe("tutti stats", () => {
  test("shows each kind with its rate, and names what is difficult and what is mastered", async () => {
    await makeHome(measured);
    const { code, out } = await tutti("stats");
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      "tool      code       tried  fixed  rate  introduced  by the tool itself",
      "eslint    eqeqeq         5      4  80 %           0                  15",
      "eslint    no-undef       8      2  25 %           2                   0",
      "mypy      arg-type       2      0   0 %           0                   0",
      "prettier  (no code)      0      0     –           0                   9",
      "",
      "difficult: 1 kind, less than half of them are fixed; advice of your own in .tutti/advice may help",
      "  eslint no-undef 25 %",
      "",
      "mastered: 1 kind, at least 80 % of them are fixed",
      "  eslint eqeqeq 80 %",
    ]);
  });

  test("--verbose adds strategies and agents, --tool leaves the others out", async () => {
    await makeHome(measured);
    expect((await tutti("stats", "--verbose", "--tool", "eslint")).out.split("\n").slice(0, 7)).toEqual([
      "tool    code              tried  fixed  rate  introduced  by the tool itself",
      "eslint  eqeqeq                5      4  80 %           0                  15",
      "          auto-fix           20     15  75 %           0",
      "          normal, claude      5      4  80 %           0",
      "eslint  no-undef              8      2  25 %           2                   0",
      "          normal, claude      6      1  17 %           2",
      "          verbose, codex      2      1  50 %           0",
    ]);
  });

  test("--json gives what was measured as it is", async () => {
    await makeHome(measured);
    const all = JSON.parse((await tutti("stats", "--json")).out) as { readonly tallies: readonly Tally[] };
    expect(all.tallies.length).toBe(measured.length);
    const { out } = await tutti("stats", "--json", "--tool", "mypy");
    expect(JSON.parse(out)).toEqual({
      tallies: [
        { tool: "mypy", code: "arg-type", strategy: "normal", agent: "claude", tried: 2, fixed: 0, introduced: 0 },
      ],
    });
  });

  test("says what to do where nothing was measured yet, also where Tutti never ran", async () => {
    await makeHome([]);
    expect(await tutti("stats")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^nothing measured yet\nRun tutti fix /) as string,
    });
    await makeHome(measured);
    expect((await tutti("stats", "--tool", "pylint")).out).toMatch(
      /^nothing measured yet of pylint\ntutti stats shows all/,
    );
    expect(JSON.parse((await tutti("stats", "--json", "--tool", "pylint")).out)).toEqual({ tallies: [] });
  });

  test("shows nothing raw of what tools and agents are called", async () => {
    await makeHome([["e\u001B[31m", "c\u202E\n", "normal", "a\u0007", 4, 0]]);
    const { out } = await tutti("stats", "--verbose");
    expect(out).toContain("e\\u001b[31m");
    expect(out).toContain("c\\u202e\\u000a");
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
