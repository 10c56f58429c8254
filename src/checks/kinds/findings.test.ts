import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { inContext, inWorkspace, makeCheckPlace, reasonOf, resultOf, rule, shellCommand } from "../../../test/kit/check-place.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import type { ConcreteCheck, ConcreteCommand, FindingsFormat } from "../../score/rule.ts";
import type { CheckPlace } from "../place.ts";

let place: CheckPlace;
let base: string;
beforeEach(() => {
  const made = makeCheckPlace();
  base = join(dirname(made.folder), "base");
  mkdirSync(base);
  place = { ...made, atBase: (work) => work(base) };
});

const lines: FindingsFormat = { kind: "lines" };
const finds = (line: string, format: FindingsFormat = lines, more: Partial<ConcreteCommand> = {}): ConcreteCheck => ({
  kind: "findings",
  command: shellCommand(line, { shown: "lint", ...more }),
  format,
});
/** A linter: what it would report stands in a file, and it exits 1 when there is anything. */
const lint = "cat report; test ! -s report";
const report = (before: string, after: string): void => {
  writeFiles(base, { report: before });
  writeFiles(place.folder, { report: after });
};

describe("a tool's findings", () => {
  it("that the base has already do not count, wherever their lines are now", async () => {
    report("a.ts:1: old [r1]\nb.ts:2: gone\n", "a.ts:99: old [r1]\n");
    expect(await reasonOf(finds(lint), place)).toBe("");
  });

  it("that are new fail the sheet, and are named", async () => {
    report("a.ts:1: old [r1]\n", "a.ts:2: old [r1]\na.ts:3:7: old [r1]\nnew.ts:4: worse [r2]\n");
    expect(await resultOf(rule(finds(lint)), place)).toMatchObject({
      passed: false,
      reason: "lint reports 2 new findings:\na.ts:3: old [r1]\nnew.ts:4: worse [r2]",
      hint: expect.stringContaining("Mend them") as string,
    });
    report("", Array.from({ length: 15 }, (_, index) => `a.ts:1: m${index}\n`).join(""));
    expect(await reasonOf(finds(lint), place)).toMatch(/^lint reports 15 new findings:\n(?:a\.ts:1: m\d\n){10}and 5 more$/);
  });

  it("are the same in two folders, also when the tool names files and its context by absolute paths", async () => {
    report("old\n", "old\n");
    const absolute = 'echo "$PWD/a.ts:1: $(cat report) in $PWD/b.ts"';
    expect(await reasonOf(finds(absolute), place)).toBe("");
    const env = { FOLDER: place.folder };
    const byEnv = 'echo "a.ts:1: $(cat "$FOLDER/report")"';
    expect(await reasonOf(finds(byEnv, lines, { env }), place)).toBe("");
    report("old\n", "new\n");
    expect(await reasonOf(finds(byEnv, lines, { env }), place)).toBe("lint reports 1 new finding:\na.ts:1: new");
    const argv = ["sh", "-c", 'echo "a.ts:1: $(cat "$1")"', "sh", `${place.folder}/report`] as const;
    expect(await reasonOf(finds("", lines, { argv }), place)).toBe("lint reports 1 new finding:\na.ts:1: new");
    expect(await reasonOf(finds('echo "a.ts:1: $(cat "$CONTEXT/report")"'), { ...place, env: { ...place.env, CONTEXT: place.folder } })).toContain(
      "1 new finding",
    );
  });

  it("of a tool that is given a folder beside the context are not looked for elsewhere", async () => {
    writeFiles(dirname(place.folder), { "context-rules/rules": "strict" });
    expect(await reasonOf(finds(`echo "a.ts:1: $(cat ${place.folder}-rules/rules)"`), place)).toBe("");
  });

  it("on stderr count too", async () => {
    report("", "a.c:1: warning: unused\n");
    expect(await reasonOf(finds("cat report >&2"), place)).toContain("1 new finding");
  });

  it("in a folder that the sheet made are new; the tool is not run in the base then", async () => {
    writeFiles(place.folder, { "pkg/report": "a.ts:1: new\n" });
    expect(await reasonOf(finds(lint, lines, { cwd: inContext("pkg") }), place)).toContain("1 new finding");
  });

  it("can be read by SARIF or a pattern", async () => {
    const sarif = (text: string): string => JSON.stringify({ runs: [{ results: text === "" ? [] : [{ message: { text } }] }] });
    report(sarif("old"), sarif("new"));
    expect(await reasonOf(finds("cat report; exit 1", { kind: "sarif" }), place)).toContain("1 new finding");
    report(sarif("old"), sarif(""));
    expect(await reasonOf(finds("cat report; echo chatter >&2; exit 1", { kind: "sarif" }), place)).toBe("");
    report("BAD x\n", "BAD x\nBAD y\n");
    expect(await reasonOf(finds(lint, { kind: "pattern", pattern: "^BAD (?P<message>.*)" }), place)).toContain("1 new finding:\n: y");
  });

  it("are looked for in the base only when there are any", async () => {
    report("", "");
    expect(await reasonOf(finds("echo ran >> ran; echo All good"), place)).toBe("");
    expect([existsSync(join(base, "ran")), readFileSync(join(place.folder, "ran"), "utf8")]).toEqual([false, "ran\n"]);
  });
});

describe("a tool that itself fails has not found nothing", () => {
  it.each([
    ["no-such-linter src", lines, "it exited 127 without a finding"],
    ["echo boom >&2; exit 2", lines, "it exited 2 without a finding: boom"],
    ["kill -KILL $$", lines, "it was ended by SIGKILL"],
    ["echo a.ts:1: x; kill -KILL $$", lines, "it was ended by SIGKILL"],
    ["true", { kind: "sarif" }, "its output can't be read as sarif: it is not JSON"],
    ["echo '{}'", { kind: "sarif" }, "its output can't be read as sarif"],
    ["echo x", { kind: "pattern", pattern: "(?=x)" }, "its output can't be read as pattern"],
  ] satisfies readonly [string, FindingsFormat, string][])("%s", async (line, format, why) => {
    expect(await reasonOf(finds(line, format), place)).toMatch(/^the tool itself failed on the result, so nothing is known: lint: /);
    expect(await reasonOf(finds(line, format), place)).toContain(why);
  });

  it("also in the base", async () => {
    report("", "a.ts:1: x\n");
    expect(await reasonOf(finds("cat report; test -s report || exit 2"), place)).toMatch(/^the tool itself failed on the base.* exited 2/);
  });

  it("when it can't be started, does not end, or prints without end", async () => {
    expect(await reasonOf(finds("", lines, { argv: ["no-such-linter"] }), place)).toMatch(/failed on the result.*could not be started/);
    const slow = rule(finds("echo a.ts:1: x; sleep 60"), { timeoutMs: 300 });
    expect((await resultOf(slow, place)).reason).toMatch(/did not end within 0.3 s/);
    expect(await reasonOf(finds("head -c 60000000 /dev/zero"), place)).toMatch(/it printed more than \d+ bytes/);
  });

  it("when there is no place to run it", async () => {
    expect(await reasonOf(finds(lint, lines, { cwd: inContext("missing") }), place)).toBe("missing does not exist in the context");
    expect(await reasonOf(finds(lint, lines, { cwd: inWorkspace(".") }), place)).toContain("has no base to compare with");
  });
});
