import { TuttiError } from "../../base/error.ts";
import { gate } from "../../score/schema/gate.ts";
import { type FixFlags, type With, flagName } from "./table.ts";

/** No two flags of a row can be used together, and why. */
const clashes: readonly (readonly [why: string, ...flags: readonly [With<"flag">, With<"flag">, ...With<"flag">[]]])[] =
  [
    ["each chooses the files", "changed", "staged", "since"],
    ["in place nothing lands", "inPlace", "pullRequest"],
    ["in place nothing lands", "inPlace", "approve"],
    ["in place nothing lands that could be tested", "inPlace", "tests"],
    ["in place nothing lands that could be tested", "inPlace", "testCommand"],
    ["in place nothing lands", "inPlace", "target"],
    ["a rule or a directory determines its files", "group", "filesPerContext"],
    ["a pull request already waits for a person", "pullRequest", "approve"],
    ["nothing would be left to fix anything", "autofixOnly", "autofix"],
    ["no agent is asked then", "autofixOnly", "agent"],
    ["no agent is asked then", "autofixOnly", "model"],
    ["no agent is asked then", "autofixOnly", "fallbacks"],
  ];

/** Values of a flag that clash with nothing: they are the default anyway. */
const harmless: Partial<Record<With<"flag">, unknown>> = { tests: "none", group: "file", autofix: true };

export function refuseClashes(flags: FixFlags): void {
  for (const [why, ...names] of clashes) {
    const [one, other] = names.filter((name) => isUsed(name, flags[name])).map((name) => shownFlag(name, flags));
    if (one !== undefined && other !== undefined)
      throw usage(`${one} and ${other} can't be used together: ${why}`, "Omit one of them.");
  }
}

function isUsed(name: With<"flag">, value: FixFlags[With<"flag">]): boolean {
  if (value === undefined || value === harmless[name]) return false;
  return name === "autofix" || (value !== false && !(Array.isArray(value) && value.length === 0));
}

function shownFlag(name: With<"flag">, flags: FixFlags): string {
  return name === "group" || name === "tests" ? `${flagName(name)} ${flags[name] ?? ""}` : flagName(name);
}

/** Checked as the score checks it, because an error there would point into a file that Tutti wrote. */
export function requireTestCommand({ testCommand }: FixFlags): void {
  const [issue] = testCommand === undefined ? [] : (gate.shape.run.safeParse(testCommand).error?.issues ?? []);
  if (issue !== undefined)
    throw usage(`--test-command ${issue.message}`, "Give the command that runs the tests as one line for the shell.");
}

function usage(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}
