import { afterEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { type Kit, makeKit } from "../kit/kit.ts";
import { itLong, oneOf } from "../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** Writes the name of its sheet. */
const author =
  'cat >/dev/null\nprintf "%s\\n" "$TUTTI_SHEET" >result.txt\n[ "$1" = long ] && printf "more\\n" >>result.txt\nexit 0\n';
const critic = `cat >/dev/null
points=60; grep -q more result.txt && points=95
printf '{"scores": {"correctness": %s, "tests": 100, "security": 100, "documentation": 100, "acceptance": 100}}\\n' $points
`;
/** Chooses the result with the word that it looks for in its prompt. */
const judge = `letter=$(awk '/^Result [A-Z],/ { letter = substr($2, 1, 1) } /[+] .*-2$/ { print letter; exit }')
printf 'So: {"choice": "%s", "reason": "it names itself well"}\\n' "$letter"
`;
const profile = (...args: readonly string[]): string =>
  stringify({ kind: "cli", executable: "sh", args, prompt: "stdin" });
const files = {
  "a.txt": "a\n",
  "author.sh": author,
  "critic.sh": critic,
  "judge.sh": judge,
  ".tutti/agents/short.yaml": profile("author.sh", "short"),
  ".tutti/agents/long.yaml": profile("author.sh", "long"),
  ".tutti/agents/critic.yaml": profile("critic.sh"),
  ".tutti/agents/judge.yaml": profile("judge.sh"),
  ".tutti/agents/broken.yaml": profile("-c", "cat >/dev/null; exit 3"),
};

/** Which of the sheets wrote what is on main. */
const winner = (): string => kit.at("main", "result.txt").split("\n", 1)[0] ?? "";
const landedCount = (): number => kit.git("log", "--format=%s", "main", "--", "result.txt").trim().split("\n").length;

describe("of several agents on one prompt", () => {
  it("one lands, by validations, then by review; the others are kept and shown beside it", async () => {
    kit = makeKit(files);
    const end = kit.cli(
      "task",
      "Write result",
      "--among",
      "short",
      "--among",
      "long",
      "--among",
      "broken",
      "--best-of",
      "3",
      "--validate",
      "test -s result.txt",
      "--reviewer",
      "critic",
      "--local",
    );
    expect(end.code, end.out + end.err).toBe(0);
    expect([winner(), landedCount()]).toEqual(["write-result-2", 1]);
    const job = await kit.status();
    expect(job?.sheets.map(({ id, state, agent, contest }) => [id, state, agent, contest?.outcome])).toEqual([
      ["write-result-1", "done", "short", "outdone"],
      ["write-result-2", "landed", "long", "chosen"],
      ["write-result-3", "done", "broken", "outdone"],
    ]);
    const shown = kit.cli("compare", "--local").out;
    expect(shown).toMatch(/write-result-1 +short +done +2 of 2 +88 +1 file \+1 -0/);
    expect(shown).toMatch(/✓ +write-result-2 +long +landed +2 of 2 +98\.5 +1 file \+2 -0/);
    expect(shown).toContain("write-result-2 was chosen: its reviewer gives 98.5 of 100, the next one has 88");
    // The results that were not chosen remain available.
    expect(kit.cli("diff", "write-result-1", "--local").out).toContain("+write-result-1");
    expect(await kit.contexts()).toEqual([]);
    expect(kit.cli("verify", "--local").code).toBe(0);
  });

  itLong("a judge chooses where validations and reviews say the same, and does not know whose result is whose", () => {
    kit = makeKit(files);
    const end = kit.cli("task", "Write result", "--best-of", "3", "--agent", "short", "--judge", "judge", "--local");
    expect(end.code, end.out + end.err).toBe(0);
    expect([winner(), landedCount()]).toEqual(["write-result-2", 1]);
    expect(kit.cli("compare", "--local").out).toContain(
      "write-result-2 was chosen: judge chose it: it names itself well",
    );
    expect(kit.cli("explain", "write-result-2", "--local").out).toContain("Its result was chosen to land");
  });

  itLong("a judge without an answer keeps nothing from landing, and that is said", () => {
    kit = makeKit(files);
    expect(
      kit.cli("task", "Write result", "--best-of", "2", "--agent", "short", "--judge", "broken", "--local").code,
    ).toBe(0);
    expect(landedCount()).toBe(1);
    expect(kit.cli("compare", "--json", "--local").out).toContain("broken could not choose");
  });

  it("later sheets wait for the result that lands", async () => {
    kit = makeKit(files);
    const { states } = await kit.playScore({
      sheets: [
        { id: "part", best_of: { agents: ["short", "broken"] }, retry: { attempts: 1 }, prompt: "Write" },
        { id: "after", after: ["part"], agent: "scripted", prompt: "append result.txt after" },
      ],
    });
    expect(states).toEqual({ "part-1": "landed", "part-2": "done", after: "landed" });
    expect(kit.at("main", "result.txt")).toBe("part-1\nafter\n");
  });

  it("a person's word on one of them is the choice; with --approve the chosen one waits for it", async () => {
    kit = makeKit(files);
    const end = kit.cli(
      "task",
      "Write result",
      "--best-of",
      "2",
      "--agent",
      "short",
      "--judge",
      "judge",
      "--approve",
      "--local",
    );
    expect(end.code).toBe(3);
    expect(kit.git("log", "--format=%s", "main", "--", "result.txt")).toBe("");
    expect(kit.cli("approve", "write-result-1", "--local").code).toBe(0);
    expect([winner(), landedCount()]).toEqual(["write-result-1", 1]);
    expect((await kit.status())?.sheets.map(({ state }) => state)).toEqual(["landed", "done"]);
  });

  it("they need a context each", () => {
    kit = makeKit(files);
    const end = kit.cli("task", "Write result", "--best-of", "2", "--agent", "short", "--no-isolation", "--local");
    expect([end.code, end.err]).toEqual([2, expect.stringContaining("best_of needs a context for each result")]);
    expect(kit.cli("task", "Write", "--among", "short", "--local").err).toContain("one agent alone is no choice");
    expect(kit.cli("task", "Write", "--judge", "judge", "--local").err).toContain("--judge chooses among results");
  });
});

describe("killed with -9", () => {
  it.each(oneOf(3, ["captured", "chosen", "outdone"] as const))(
    "once a sheet is %s, exactly one lands after the next start",
    async (moment) => {
      kit = makeKit(files);
      const child = kit.spawn(
        { part: { script: "Write", best_of: { count: 3, judge: "judge" } } },
        { score: { agent: "short" } },
      );
      await child.until((status) =>
        (status?.sheets ?? []).some(({ state, contest }) => [state, contest?.outcome].includes(moment)),
      );
      child.kill();
      await child.gone();
      // The last of them may be outdone by the time that the kill comes: then the job is over.
      if ((await kit.status())?.status !== "finished") await kit.resume();
      expect(landedCount()).toBe(1);
      expect((await kit.status())?.sheets.map(({ state }) => state).toSorted()).toEqual(["done", "done", "landed"]);
      expect(kit.cli("verify", "--local").code).toBe(0);
    },
  );
});
