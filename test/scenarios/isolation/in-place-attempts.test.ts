import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { resultsOf } from "../../../src/sheet/verdict.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { untilMade } from "../../kit/pause.ts";
import type { Played } from "../../kit/perform.ts";
import { itLong, oneOf } from "../../kit/long.ts";
import { events, notices } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** Says of each line that is BAD that it is, with the word behind it as its rule. */
const lint = `for file; do grep -Hn BAD "$file" | sed 's/:BAD \\(.*\\)/: error: bad [\\1]/'; done\n`;
const files = { "lint.sh": lint, "a.txt": "BAD x\nBAD y\n", "b.txt": "BAD x\n1\n2\n3\n4\n", "clean.txt": "fine\n" };

/**
 * Sheets that fix one file each, in the folder itself. The agent is one line of the shell for each attempt at each
 * sheet.
 */
function scoreOf(lines: Readonly<Record<string, string>>, attempts: number): object {
  const cases = Object.entries(lines).map(([attempt, line]) => `${attempt}) ${line};;`);
  return {
    name: "story",
    isolation: "none",
    agent: { command: ["sh", "-c", `case $TUTTI_SHEET.$TUTTI_ATTEMPT in ${cases.join(" ")} esac`] },
    retry: { attempts, base_delay: 0, completions: 0, goes_on: true },
  };
}

const sheet = (file: string): { script: string; validations: readonly object[] } => ({
  script: "-",
  validations: [
    {
      findings: {
        command: ["sh", "lint.sh"],
        tool: "own",
        format: "lines",
        changed: ["*.txt"],
        fixes: { files: [file] },
      },
    },
  ],
});

/** The tally of each attempt. */
function counted(played: Played, id: string): readonly unknown[] {
  return events(played, id).flatMap((event) =>
    event.kind === "ended" ? resultsOf(event.verdict).map(({ passed, findings }) => [passed, findings]) : [],
  );
}

const counts = (fixed: object, remaining: object = {}, introduced: object = {}): object => ({
  tool: "own",
  fixed,
  remaining,
  introduced,
});

describe.each(
  oneOf(2, [
    ["in a repository", {}],
    ["outside of git", { plain: true }],
  ] as const),
)("attempts in the folder itself, %s,", (_, where) => {
  itLong("are compared with what was there before the first also when Tutti was killed in between", async () => {
    kit = makeKit(files, where);
    const begun = join(kit.root, "begun");
    const lines = {
      "a.1": "sed -i 's/BAD x/good/' a.txt; echo BAD z >clean.txt",
      "a.2": `touch ${begun}; sleep 1000`,
      "a.3": "sed -i 's/BAD y/good/' a.txt",
      "a.4": "echo fine >clean.txt",
    };
    const child = kit.spawn({ a: sheet("a.txt") }, { score: scoreOf(lines, 3) });
    const isGone = child.gone();
    await untilMade(begun, isGone);
    child.kill();
    await isGone;
    const resumed = await kit.resume();
    expect(resumed.states).toEqual({ a: "done" });
    expect(counted(resumed, "a")).toEqual([
      [false, counts({ x: 1, y: 1 }, {}, { z: 1 })],
      [true, counts({ x: 1, y: 1 })],
    ]);
    expect(await kit.contexts()).toEqual([]);
  });

  it("are not blamed for what other sheets did meanwhile", async () => {
    kit = makeKit(files, where);
    const lines = {
      "a.1": "sed -i 's/BAD x/good/' a.txt",
      // In files of its own, in another that a has not touched, and in the one that a works on.
      "b.1": "echo BAD z >clean.txt; echo BAD w >>a.txt; sed -i 's/BAD x/good/' b.txt",
      "a.2": "sed -i 's/BAD [yw]/good/' a.txt",
      "b.2": "echo fine >clean.txt",
    };
    const sheets = { a: sheet("a.txt"), b: sheet("b.txt") };
    const first = await kit.play(sheets, { score: scoreOf(lines, 1), parallel: 1 });
    expect([counted(first, "a"), counted(first, "b")]).toEqual([
      [[false, counts({ x: 1 }, { y: 1 })]],
      [[false, counts({ x: 1 }, {}, { w: 1, z: 1 })]],
    ]);
    const again = await kit.resume({ retryFailed: true });
    expect(again.states).toEqual({ a: "done", b: "done" });
    // The file of b had a's fix when b began: that fix had to be gone as well. So b has brought in nothing in the end.
    expect([counted(again, "a"), counted(again, "b")]).toEqual([
      [[true, counts({ x: 1, y: 1, w: 1 })]],
      [[true, counts({ x: 1 })]],
    ]);
    expect(notices(again)).toEqual([
      expect.stringMatching(/^b: .*: a\.txt changed since its last attempt in places that it had changed itself/),
    ]);
  });

  it("count later edits of lines that they changed as their own work, with a notice", async () => {
    kit = makeKit(files, where);
    const lines = { "a.1": "sed -i 's/BAD x/BAD z/' a.txt", "a.2": "true", "a.3": "sed -i 's/BAD.*/good/' a.txt" };
    const first = await kit.play({ a: sheet("a.txt") }, { score: scoreOf(lines, 1) });
    expect(counted(first, "a")).toEqual([[false, counts({ x: 1 }, { y: 1 }, { z: 1 })]]);
    kit.write("a.txt", "BAD u\nBAD y\n");
    const second = await kit.resume({ retryFailed: true });
    expect(counted(second, "a")).toEqual([[false, counts({ x: 1 }, { y: 1 }, { u: 1 })]]);
    expect(notices(second)).toEqual([
      `a: ${kit.repository}: a.txt changed since its last attempt in places that it had changed itself: that counts as its own work`,
    ]);
    const third = await kit.resume({ retryFailed: true });
    expect([third.states, counted(third, "a")]).toEqual([{ a: "done" }, [[true, counts({ x: 1, y: 1 })]]]);
  });
});
