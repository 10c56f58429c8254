import { TuttiError } from "../../base/error.ts";
import type { Severity } from "../../findings/finding.ts";
import type { TestMode } from "../../score/landing-plan.ts";
import { mostAttempts, mostLimit, mostParallel } from "./settings-schema.ts";

/** What the command line says; what it does not speak of is absent. */
export interface FixFlags {
  /** Relative to the top. */
  readonly paths: readonly string[];
  readonly changed?: boolean | undefined;
  readonly staged?: boolean | undefined;
  readonly since?: string | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly severity?: Severity | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly dirty?: boolean | undefined;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly fallbacks?: readonly string[] | undefined;
  readonly parallel?: number | undefined;
  readonly group?: "file" | "code" | "directory" | undefined;
  readonly filesPerContext?: number | undefined;
  readonly maxFiles?: number | undefined;
  readonly maxFindings?: number | undefined;
  readonly maxPerSheet?: number | undefined;
  readonly autofix?: boolean | undefined;
  readonly autofixOnly?: boolean | undefined;
  readonly partial?: boolean | undefined;
  readonly allowSilencers?: boolean | undefined;
  readonly tests?: TestMode | undefined;
  readonly testCommand?: string | undefined;
  readonly attempts?: number | undefined;
  readonly continueOnError?: boolean | undefined;
  /** `false`: `--no-isolation`. */
  readonly isolation?: boolean | undefined;
  readonly approve?: boolean | undefined;
  readonly pr?: boolean | undefined;
  readonly target?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly costPerSheetUsd?: number | undefined;
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
    if (one !== undefined && other !== undefined) throw usage(`${one} and ${other} can't be said together: ${why}`, "Leave out one of them.");
  }
  const dirty = flags.changed === true ? "--changed" : flags.staged === true ? "--staged" : null;
  if (dirty !== null && flags.isolation !== false && flags.dirty !== true) {
    throw usage(
      `${dirty} names files with uncommitted changes, which are left alone`,
      "Say --no-isolation to mend them where they are, or --include-dirty to mend them as they are committed.",
    );
  }
}

function shownFlag(name: Flag, { group, tests }: FixFlags): string {
  if (name === "--group") return `--group ${group ?? ""}`;
  return name === "--tests" ? `--tests ${tests ?? ""}` : name;
}

const ranges = [
  ["--parallel", "parallel", mostParallel],
  ["--attempts", "attempts", mostAttempts],
  ["--files-per-context", "filesPerContext", mostLimit],
  ["--max-files", "maxFiles", mostLimit],
  ["--max-findings", "maxFindings", mostLimit],
  ["--max-per-sheet", "maxPerSheet", mostLimit],
] as const;

export function requireRanges(flags: FixFlags): void {
  for (const [name, key, most] of ranges) {
    const value = flags[key];
    if (value === undefined || (Number.isSafeInteger(value) && value >= 1 && value <= most)) continue;
    throw usage(`${name} is ${String(value)}`, `It must be a whole number from 1 to ${String(most)}.`);
  }
}

function usage(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}
