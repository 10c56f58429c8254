import { describe, expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { errorsIn, notesIn, planOf, validationsOf } from "../../../test/kit/scores.ts";
import type { Validation } from "../plan/rule.ts";

const score = (validation: string): string =>
  mozart({ sheet: "{size: 1, total_items: 2}", validations: `\n  - ${validation}` });
const ofSecond = (validation: string): Validation | undefined => {
  const plan = planOf(score(validation));
  return validationsOf(plan, plan.sheets[1])[0];
};

describe("Mozart's validations", () => {
  it.each<[string, object]>([
    [
      "{type: file_exists, path: '{workspace}/out-{sheet_num}.md'}",
      { kind: "file_exists", path: { root: "workspace", path: "out-2.md" }, retries: 0 },
    ],
    ["{type: file_exists, path: 'out-{sheet_num:02d}.md'}", { path: { root: "context", path: "out-02.md" } }],
    ["{type: file_modified, path: a.md}", { kind: "file_modified", path: { root: "context", path: "a.md" } }],
    [
      "{type: content_contains, path: a.md, pattern: 'Part {sheet_num} {x}'}",
      { kind: "content_contains", text: "Part 2 {x}" },
    ],
    [
      String.raw`{type: content_regex, path: a.md, pattern: '\d{2}{sheet_num}', description: "it\ncounts"}`,
      { kind: "content_regex", pattern: String.raw`\d{2}2`, description: "it counts" },
    ],
    [
      "{type: command_succeeds, command: make, timeout_seconds: 9}",
      { kind: "command_succeeds", timeoutMs: 9_000, command: { argv: ["bash", "-c", "make"] } },
    ],
    [
      "{type: command_succeeds, command: make, working_directory: '{workspace}/x'}",
      { command: { cwd: { root: "workspace", path: "x" } } },
    ],
    [
      "{type: file_exists, path: a, stage: 3, retry_count: 2, retry_delay_ms: 50}",
      { stage: 3, retries: 2, retryDelayMs: 50 },
    ],
    [
      "{type: file_exists, path: a, description: 'has {{ braces }} and {% tags'}",
      { description: "has {{ braces }} and {% tags" },
    ],
  ])("%s", (validation, expected) => {
    expect(ofSecond(validation)).toMatchObject(expected);
  });

  it.each([
    ["condition: 'sheet_num >= 2'", [false, true]],
    ["condition: 'stage == 2 and instance == 1'", [false, true]],
    ["condition: 'sheet_num == 1 or sheet_num == 2'", [true, true]],
    ["sheet: 1", [true, false]],
    ["sheet: 1, condition: 'stage == 2 or stage == 1'", [true, false]],
  ])("apply where they say: %s", (terms, expected) => {
    const plan = planOf(score(`{type: file_exists, path: a, ${terms}}`));
    expect(plan.sheets.map(({ validations }) => validations.length === 1)).toEqual(expected);
  });

  it.each([
    [
      "{type: file_exists, path: '{workspace}/../x'}",
      "6:31 validations[0].path: must lie in the sheet's context or in {{ workspace }} [V022]",
    ],
    [
      "{type: file_modified, path: /abs}",
      "6:33 validations[0].path: must lie in the sheet's context or in {{ workspace }} [V022]",
    ],
    [
      "{type: content_contains, path: ../x, pattern: x}",
      "6:36 validations[0].path: must stay inside the sheet's context (no ..) [V022]",
    ],
    [
      "{type: command_succeeds, command: x, working_directory: ../y}",
      "6:61 validations[0].working_directory: must stay inside the sheet's context (no ..) [V022]",
    ],
    [
      "{type: content_regex, path: a, pattern: '['}",
      "6:45 validations[0].pattern: is not a regular expression in RE2 syntax (no look-around, no back references): missing closing ]: `[` [V007]",
    ],
    ["{type: content_contains, path: a}", "6:5 validations[0].pattern: is missing: expected text [V008]"],
    [
      "{type: file_changed, path: a}",
      expect.stringMatching(
        /^6:12 validations\[0\]\.type: expected one of file_exists, .*, found "file_changed" \[V008\]$/,
      ) as string,
    ],
    ["{path: a}", expect.stringMatching(/^6:5 validations\[0\]\.type: is missing: expected one of/) as string],
    [
      "{type: file_exists, path: a, condition: 'sheetnum == 1'}",
      '6:46 validations[0].condition: there is no "sheetnum" here; did you mean "sheet_num"? [V017]',
    ],
    ["{type: file_exists, path: a, stage: 11}", "6:41 validations[0].stage: must be at most 10 [V008]"],
  ])("are reported once when they are wrong: %s", (validation, line) => {
    expect(errorsIn(score(validation))).toEqual([line]);
  });

  it("whose folder is absolute run in the sheet's own, and say so", () => {
    const text = score("{type: command_succeeds, command: make, working_directory: /repo}");
    expect(notesIn(text, ["V005"])).toEqual([
      expect.stringMatching(
        /^6:\d+ validations\[0\]\.working_directory: is not read: the command runs in the sheet's own context/,
      ),
    ]);
    expect(ofSecond("{type: command_succeeds, command: make, working_directory: /repo}")).toMatchObject({
      command: { cwd: { root: "context", path: "." } },
    });
  });
});

describe("braces in Mozart's texts", () => {
  const command = (line: string): unknown => {
    const rule = ofSecond(`{type: command_succeeds, command: ${JSON.stringify(line)}}`);
    return rule?.kind === "command_succeeds" ? [rule.command.argv[2], rule.command.env] : rule;
  };

  it.each([
    'test -f "${HOME}/x" && awk "{print}"',
    "x=abc; test ${#x} = 3",
    String.raw`grep -P '\p{L}{3}\{sheet_num}' a`,
    "jq '{% x' a",
    "echo '{# no comment #}' '{{' '}}'",
    "printf '{3}' {a,b}",
  ])("stay as they are when they are no placeholders: %s", (line) => {
    expect(command(line)).toEqual([line, {}]);
  });

  it("with one or two of them are values, handed over beside the command", () => {
    expect(command("echo {sheet_num} {{ sheet_num }} {{ sheet_num + 1 }}")).toEqual([
      expect.not.stringMatching(/\{\{/),
      { TUTTI_VALUE_1: "2", TUTTI_VALUE_2: "3" },
    ]);
  });

  it.each([
    [
      "echo {{ sheet_num }}",
      "V201",
      /command: \{\{ sheet_num \}\} is filled in here; Mozart left it as it was \[V201\]$/,
    ],
    ["echo {{ item }}", "V404", /command: \{\{ item \}\} is left as it is: there is no such variable \[V404\]$/],
    ["echo {sheet_nun}", "V404", /command: there is no \{sheet_nun\} to fill in; did you mean "sheet_num"\? \[V404\]$/],
  ] as const)("are reported when they may be a mistake: %s", (line, code, message) => {
    expect(notesIn(score(`{type: command_succeeds, command: '${line}'}`), [code])).toEqual([
      expect.stringMatching(message),
    ]);
    expect(errorsIn(score(`{type: command_succeeds, command: '${line}'}`))).toEqual([]);
  });

  it.each([
    ["bash -c 'test -d {workspace}/x && cat {workspace}/y'", "bash -c 'test -d /ws/x && cat /ws/y'"],
    ["python3 - <<'EOF'\nopen('{workspace}/x')\nEOF", "python3 - <<'EOF'\nopen('/ws/x')\nEOF"],
    ["python3 -c \"open('{workspace}/x')\"", "python3 -c \"open('/ws/x')\""],
    ["test -x {workspace}/run && {workspace}/run", 'test -x "${TUTTI_VALUE_1}"/run && /ws/run'],
  ])("in text that is run are filled in as text, as in Mozart, and told: %j", (line, made) => {
    expect(command(line)).toEqual([made, made.includes("VALUE") ? { TUTTI_VALUE_1: "/ws" } : {}]);
    const text = score(`{type: command_succeeds, command: ${JSON.stringify(line)}}`);
    expect(notesIn(text, ["V409"])).toEqual([
      expect.stringMatching(
        /command: \{workspace\} stands in text that is run, so it is filled in as text, as in Mozart/,
      ),
    ]);
    expect(errorsIn(text)).toEqual([]);
    expect(errorsIn(`workspace: /a b\n${text}`)[0]).toContain('"/a b" can\'t be put into a command as text');
  });

  it("in patterns are no comments and no tags", () => {
    expect(ofSecond("{type: content_contains, path: a, pattern: '${#x} {# y {% z'}")).toMatchObject({
      text: "${#x} {# y {% z",
    });
    expect(ofSecond("{type: content_contains, path: a, pattern: '{sheet_num:02d}'}")).toMatchObject({
      text: "{sheet_num:02d}",
    });
  });
});
