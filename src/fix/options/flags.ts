import { TuttiError } from "../../base/error.ts";
import { gate } from "../../score/schema/gate.ts";
import type { Said } from "./said.ts";

/** What the command line says. */
export interface FixFlags extends Said {
  /** Relative to the top. */
  readonly paths: readonly string[];
  readonly changed?: boolean | undefined;
  readonly staged?: boolean | undefined;
  readonly since?: string | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly dirty?: boolean | undefined;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly autofixOnly?: boolean | undefined;
  readonly testCommand?: string | undefined;
  /** `false`: `--no-isolation`. */
  readonly isolation?: boolean | undefined;
  readonly approve?: boolean | undefined;
  readonly pr?: boolean | undefined;
  readonly costPerJobUsd?: number | undefined;
}

/** Two of a row can't be said together, and why. */
const clashes: readonly (readonly [why: string, ...flags: readonly [Flag, Flag, ...Flag[]]])[] = [
  ["each says which files count", "--changed", "--staged", "--since"],
  ["in place nothing lands", "--no-isolation", "--pr"],
  ["in place nothing lands", "--no-isolation", "--approve"],
  ["in place nothing lands that could be tested", "--no-isolation", "--tests"],
  ["in place nothing lands that could be tested", "--no-isolation", "--test-command"],
  ["in place nothing lands", "--no-isolation", "--target"],
  ["a rule or a directory has the files that it has", "--group", "--files-per-context"],
  ["a pull request waits for a person by itself", "--pr", "--approve"],
  ["then nobody is left to mend anything", "--autofix-only", "--no-autofix"],
  ["no agent is asked then", "--autofix-only", "--agent"],
  ["no agent is asked then", "--autofix-only", "--model"],
  ["no agent is asked then", "--autofix-only", "--fallback"],
];

type Flag = keyof typeof isSaid;

const isSaid = {
  "--changed": ({ changed }: FixFlags) => changed === true,
  "--staged": ({ staged }: FixFlags) => staged === true,
  "--since": ({ since }: FixFlags) => since !== undefined,
  "--no-isolation": ({ isolation }: FixFlags) => isolation === false,
  "--pr": ({ pr }: FixFlags) => pr === true,
  "--approve": ({ approve }: FixFlags) => approve === true,
  // Without tests is what happens in place anyhow.
  "--tests": ({ tests }: FixFlags) => tests !== undefined && tests !== "none",
  "--test-command": ({ testCommand }: FixFlags) => testCommand !== undefined,
  "--target": ({ target }: FixFlags) => target !== undefined,
  "--group": ({ group }: FixFlags) => group === "code" || group === "directory",
  "--autofix-only": ({ autofixOnly }: FixFlags) => autofixOnly === true,
  "--no-autofix": ({ autofix }: FixFlags) => autofix === false,
  "--agent": ({ agent }: FixFlags) => agent !== undefined,
  "--model": ({ model }: FixFlags) => model !== undefined,
  "--fallback": ({ fallbacks }: FixFlags) => fallbacks !== undefined && fallbacks.length > 0,
  "--files-per-context": ({ filesPerContext }: FixFlags) => filesPerContext !== undefined,
} as const;

export function refuseClashes(flags: FixFlags): void {
  for (const [why, ...names] of clashes) {
    const [one, other] = names.filter((name) => isSaid[name](flags)).map((name) => shownFlag(name, flags));
    if (one !== undefined && other !== undefined)
      throw usage(`${one} and ${other} can't be said together: ${why}`, "Leave out one of them.");
  }
}

function shownFlag(name: Flag, { group, tests }: FixFlags): string {
  if (name === "--group") return `--group ${group ?? ""}`;
  return name === "--tests" ? `--tests ${tests ?? ""}` : name;
}

/** As a score has it, in which it would be refused much later, as a line of a file that nobody has written. */
export function requireTestCommand({ testCommand }: FixFlags): void {
  const [issue] = testCommand === undefined ? [] : (gate.shape.run.safeParse(testCommand).error?.issues ?? []);
  if (issue !== undefined)
    throw usage(`--test-command ${issue.message}`, "Say what runs the tests as one line for the shell.");
}

function usage(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}
