import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  inContext,
  inWorkspace,
  makeCheckPlace,
  reasonOf,
  resultOf,
  rule,
  shellCommand,
} from "../../../../test/kit/check-place.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import type { ConcreteCommand } from "../../../score/plan/command.ts";
import type { ConcreteCheck } from "../../../score/plan/rule.ts";
import type { FindingsFormat, FindingsTerms, FixGoal } from "../../../score/rules/findings.ts";
import type { CheckPlace } from "../../place.ts";

let place: CheckPlace;
let base: string;
beforeEach(() => {
  const made = makeCheckPlace();
  base = join(dirname(made.folder), "base");
  mkdirSync(base);
  place = { ...made, since: { ...made.since, atBase: (work) => work(base) } };
});

const lines: FindingsFormat = { kind: "lines" };
const finds = (line: string, format: FindingsFormat = lines, more: Partial<ConcreteCommand> = {}): ConcreteCheck => ({
  kind: "findings",
  command: shellCommand(line, { shown: "lint", ...more }),
  format,
  tool: "",
  changed: null,
  fixes: null,
  ignore: [],
  silencers: [],
  configs: [],
});
/** A linter: what it would report stands in a file, and it exits 1 when there is anything. */
const lint = "cat report; test ! -s report";
const report = (before: string, after: string): void => {
  writeFiles(base, { report: before });
  writeFiles(place.folder, { report: after });
};

describe("a tool's findings", () => {
  it("do not count when the base already has them, even if their lines moved", async () => {
    report("a.ts:1: old [r1]\nb.ts:2: gone\n", "a.ts:99: old [r1]\n");
    const above = {
      from: "a.ts",
      to: "a.ts",
      hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 98, removed: [], added: [] }],
    };
    expect(
      await reasonOf(finds(lint), {
        ...place,
        since: { ...place.since, lineChanges: () => Promise.resolve(new Map([["a.ts", above]])) },
      }),
    ).toBe("");
    expect(await reasonOf(finds(lint), place)).toContain("1 new finding");
  });

  it("fail the sheet and are named when they are new", async () => {
    report("a.ts:2: old [r1]\n", "a.ts:2: old [r1]\na.ts:3:7: old [r1]\nnew.ts:4: worse [r2]\n");
    expect(await resultOf(rule(finds(lint)), place)).toMatchObject({
      passed: false,
      reason: "lint reports 2 new findings:\na.ts:3:7: old [r1]\nnew.ts:4: worse [r2]",
      hint: expect.stringContaining("Fix them") as string,
    });
    report("", Array.from({ length: 45 }, (_, index) => `a.ts:1: m${index}\n`).join(""));
    expect(await reasonOf(finds(lint), place)).toMatch(
      /^lint reports 45 new findings:\n(?:a\.ts:1: m\d+\n){40}and 5 more$/,
    );
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
    expect(
      await reasonOf(finds('echo "a.ts:1: $(cat "$CONTEXT/report")"'), {
        ...place,
        env: { ...place.env, CONTEXT: place.folder },
      }),
    ).toContain("1 new finding");
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

  it("of a tool that runs in a folder are from the top, also those outside of it; it is asked about what changed there", async () => {
    for (const folder of [base, place.folder])
      writeFiles(folder, { "pkg/a.ts": "", "lib/b.ts": "", "pkg/report": "../lib/b.ts:1: old\n" });
    writeFiles(place.folder, { "pkg/report": "../lib/b.ts:1: old\na.ts:1: new\n" });
    const inFolder = { cwd: inContext("pkg") };
    expect(await reasonOf(finds(lint, lines, inFolder), place)).toBe("lint reports 1 new finding:\npkg/a.ts:1: new");
    const asked = {
      ...finds('for file in "$@"; do echo "$file:1: m"; done', lines, inFolder),
      changed: ["*.ts"],
    } as ConcreteCheck;
    const changed = { ...place, since: { ...place.since, changedPaths: () => Promise.resolve(["lib/b.ts"]) } };
    expect(await reasonOf(asked, changed)).toBe("");
  });

  it("can be read by SARIF or a pattern", async () => {
    const sarif = (text: string): string =>
      JSON.stringify({ runs: [{ results: text === "" ? [] : [{ message: { text } }] }] });
    report(sarif("old"), sarif("new"));
    expect(await reasonOf(finds("cat report; exit 1", { kind: "sarif" }), place)).toContain("1 new finding");
    report(sarif("old"), sarif(""));
    expect(await reasonOf(finds("cat report; echo chatter >&2; exit 1", { kind: "sarif" }), place)).toBe("");
    report("BAD x\n", "BAD x\nBAD y\n");
    expect(await reasonOf(finds(lint, { kind: "pattern", pattern: "^BAD (?P<message>.*)" }), place)).toContain(
      "1 new finding:\n: y",
    );
  });

  it("are looked for in the base only when there are any", async () => {
    report("", "");
    expect(await reasonOf(finds("echo ran >> ran; echo All good"), place)).toBe("");
    expect([existsSync(join(base, "ran")), readFileSync(join(place.folder, "ran"), "utf8")]).toEqual([false, "ran\n"]);
  });
});

describe("a tool that itself fails has not found nothing", () => {
  it.each([
    ["no-such-linter src", lines, "it exited 127, and its output can't be read: it exited with 127 without a finding"],
    ["echo boom >&2; exit 2", lines, "it exited with 2 without a finding:\nboom"],
    ["kill -KILL $$", lines, "it was ended by SIGKILL"],
    ["echo a.ts:1: x; kill -KILL $$", lines, "it was ended by SIGKILL"],
    ["true", { kind: "sarif" }, "its output can't be read: it is not JSON"],
    ["echo '{}'", { kind: "sarif" }, "its output can't be read: it is JSON, but"],
    ["echo x", { kind: "pattern", pattern: "(?=x)" }, "is not a regular expression"],
  ] satisfies readonly [string, FindingsFormat, string][])("%s", async (line, format, why) => {
    expect(await reasonOf(finds(line, format), place)).toMatch(
      /^the tool itself failed on the result, so nothing is known: lint: /,
    );
    expect(await reasonOf(finds(line, format), place)).toContain(why);
  });

  it("also in the base", async () => {
    report("", "a.ts:1: x\n");
    expect(await reasonOf(finds("cat report; test -s report || exit 2"), place)).toMatch(
      /^the tool itself failed on the base.* exited 2/,
    );
  });

  it("when it can't be started, does not end, or prints without end", async () => {
    expect(await reasonOf(finds("", lines, { argv: ["no-such-linter"] }), place)).toMatch(
      /failed on the result.*could not be started/,
    );
    const slow = rule(finds("echo a.ts:1: x; sleep 60"), { timeoutMs: 300 });
    expect((await resultOf(slow, place)).reason).toMatch(/did not end within 0.3 s/);
    expect(await reasonOf(finds("head -c 60000000 /dev/zero"), place)).toMatch(/it printed more than \d+ bytes/);
  });

  it("when there is no place to run it", async () => {
    expect(await reasonOf(finds(lint, lines, { cwd: inContext("missing") }), place)).toBe(
      "missing does not exist in the context",
    );
    expect(await reasonOf(finds(lint, lines, { cwd: inWorkspace(".") }), place)).toContain(
      "has no base to compare with",
    );
  });
});

describe("findings that have to be gone", () => {
  const goal: FixGoal = { files: [], codes: [], severity: null, most: null, partial: false };
  const fixing = (more: Partial<FixGoal> = {}, terms: Partial<FindingsTerms> = {}): ConcreteCheck => ({
    ...(finds(lint) as Extract<ConcreteCheck, { kind: "findings" }>),
    tool: "lint",
    fixes: { ...goal, ...more },
    ...terms,
  });
  const two = "a.ts:1: one [r1]\na.ts:2: two [r2]\n";

  it("are counted by their codes, also when all of them are", async () => {
    report(two, "");
    expect(await resultOf(rule(fixing()), place)).toMatchObject({
      passed: true,
      findings: { tool: "lint", fixed: { r1: 1, r2: 1 }, remaining: {}, introduced: {} },
    });
  });

  it.each([
    ["continues", false],
    ["lands", true],
  ] as const)("in part are good as far as it goes (%s)", async (partly, partial) => {
    report(two, "a.ts:2: two [r2]\n");
    const result = await resultOf(rule(fixing({ partial })), place);
    expect(result).toMatchObject({ passed: false, partly, findings: { fixed: { r1: 1 }, remaining: { r2: 1 } } });
    expect(result.reason).toBe("1 of 2 findings is still there:\na.ts:2: two [r2]");
  });

  it.each([
    ["there is a new one instead", "a.ts:2: two [r2]\na.ts:9: three [r3]\n"],
    ["there is a new one in another file", "b.ts:1: one [r1]\n"],
  ])("are not when %s", async (_, after) => {
    report(two, after);
    const result = await resultOf(rule(fixing({ partial: true })), place);
    expect(result.passed).toBe(false);
    expect(result).not.toHaveProperty("partly");
  });

  it("are no worse when none of them is fixed: other tools' may be", async () => {
    report(two, two);
    expect(await resultOf(rule(fixing({ partial: true })), place)).toMatchObject({
      passed: false,
      partly: "lands",
      findings: { fixed: {} },
    });
  });

  it("are not gone with their file, nor under a name that the tool does not look at", async () => {
    report(two, "");
    const gone = (to: string | null): CheckPlace => ({
      ...place,
      since: {
        ...place.since,
        lineChanges: () => Promise.resolve(new Map([["a.ts", { from: "a.ts", to, hunks: [] }]])),
      },
    });
    const check = fixing({ files: ["a.ts"] }, { changed: ["*.ts"] });
    expect(await reasonOf(check, gone(null))).toBe("a.ts was deleted: that fixes nothing in it");
    expect(await reasonOf(check, gone("a.md"))).toBe(
      "a.ts is called a.md now, which lint does not look at: that fixes nothing in it",
    );
    expect(await reasonOf(check, gone("b.ts"))).toBe("");
    const moved = new Map([
      ["a.ts", { from: "a.ts", to: null, hunks: [] }],
      ["c.ts", { from: null, to: "c.ts", hunks: [] }],
    ]);
    expect(
      await reasonOf(check, { ...place, since: { ...place.since, lineChanges: () => Promise.resolve(moved) } }),
    ).toBe("");
  });

  it.each<[string, ConcreteCheck, string]>([
    ["of other files", fixing({ files: ["b.ts"] }), two],
    ["of other rules", fixing({ codes: ["r1"] }), "a.ts:2: two [r2]\n"],
    ["that nobody minds", fixing({}, { ignore: ["lint:r2"] }), "a.ts:2: two [r2]\na.ts:7: two [r2]\n"],
    ["beyond the first so many", fixing({ most: 1 }), "a.ts:2: two [r2]\n"],
  ])("are not those %s", async (_, check, after) => {
    report(two, after);
    expect(await reasonOf(check, place)).toBe("");
  });

  it("are not fixed by another configuration, nor by a comment that silences the tool", async () => {
    report(two, "");
    const configured = { ...place, since: { ...place.since, changedPaths: () => Promise.resolve(["lint.toml"]) } };
    expect(await reasonOf(fixing({}, { configs: ["lint.toml"] }), configured)).toBe(
      "lint.toml was changed: lint is configured by it",
    );
    const edited = {
      oldStart: 1,
      oldLines: 1,
      newStart: 1,
      newLines: 1,
      removed: ["x = 1"],
      added: ["x = 1 // lint-off"],
    };
    const silenced = {
      ...place,
      since: {
        ...place.since,
        lineChanges: () => Promise.resolve(new Map([["a.ts", { from: "a.ts", to: "a.ts", hunks: [edited] }]])),
      },
    };
    expect(await reasonOf(fixing({}, { silencers: ["// lint-off"] }), silenced)).toBe(
      "lint was silenced instead of heard:\na.ts:1: x = 1 // lint-off",
    );
    expect(await reasonOf(fixing({}, { silencers: ["// other"] }), silenced)).toBe("");
  });

  it("are not fixed by a file whose lines can't be compared any more", async () => {
    report(two, "");
    const unread = { from: "a.ts", to: "a.ts", hunks: [], unread: "binary" as const };
    const binary = {
      ...place,
      since: { ...place.since, lineChanges: () => Promise.resolve(new Map([["a.ts", unread]])) },
    };
    expect(await reasonOf(fixing({ files: ["a.ts"] }, { silencers: ["// lint-off"] }), binary)).toContain(
      "a.ts can't be compared line by line any more (binary)",
    );
    expect(await reasonOf(fixing({ files: ["b.ts"] }, { silencers: ["// lint-off"] }), binary)).toBe("");
  });

  it.each<readonly [string, readonly string[], boolean]>([
    ["", ["src/**"], true],
    ["", ["*.ts"], true],
    ["", ["*"], false],
    ["web app", [String.raw`/web\ app/**`], false],
    ["web app/", [String.raw`/web\ app/**`], false],
    ["web app", ["/src/**"], true],
    ["web app", ["*"], false],
  ])(
    "run in %j, of a tool that looks at %j: a file that became unreadable counts: %s",
    async (folder, changed, counts) => {
      mkdirSync(join(place.folder, folder), { recursive: true });
      mkdirSync(join(base, folder), { recursive: true });
      const path = changed[0]?.includes("app") === true ? "web app/a.ts" : "src/a.ts";
      const unread = {
        ...place,
        since: {
          ...place.since,
          lineChanges: () =>
            Promise.resolve(new Map([[path, { from: path, to: path, hunks: [], unread: "binary" as const }]])),
        },
      };
      const check = finds("true", lines, { cwd: inContext(folder) });
      const reason = await reasonOf({ ...check, changed, silencers: ["// lint-off"] } as ConcreteCheck, unread);
      expect(reason.includes("can't be compared line by line")).toBe(counts);
    },
  );

  it("may be asked for in what the sheet changed, and in the files that it was to fix", async () => {
    const echo = { argv: ["sh", "-c", 'for file; do sed "s|^|$file:1: |" "$file"; done', "sh"] as const };
    writeFiles(base, { "a.ts": "old\n", "b.ts": "kept\n", "gone.ts": "gone\n", "other.ts": "other\n" });
    writeFiles(place.folder, { "a.ts": "", "b.ts": "kept\n", "-new.ts": "", "c.md": "text\n", "other.ts": "other\n" });
    const changed = {
      ...place,
      since: { ...place.since, changedPaths: () => Promise.resolve(["a.ts", "gone.ts", "-new.ts", "c.md"]) },
    };
    const check = {
      ...(fixing({ files: ["a.ts", "b.ts"] }) as Extract<ConcreteCheck, { kind: "findings" }>),
      changed: ["*.ts"],
    };
    const asked = { ...check, command: { ...check.command, ...echo } };
    expect(await resultOf(rule(asked), changed)).toMatchObject({
      passed: false,
      findings: { fixed: { "": 1 }, remaining: { "": 1 } },
    });
  });
});
