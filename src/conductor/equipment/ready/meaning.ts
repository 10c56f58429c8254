import type { HowEnded } from "../../../process/process.ts";
import type { Unready } from "../../../sheet/rest/unready.ts";

/** How a validation's command ended on the base. */
export interface Trial {
  readonly shown: string;
  /** The programs that the command itself names. */
  readonly programs: readonly string[];
  readonly how: HowEnded;
  readonly output: string;
}

/** The facts that tell a mistake in the set-up from work that a sheet has still to do. */
export interface Surroundings {
  /** A task of the score speaks of it: a sheet may be there to make it. */
  isNamed(word: string): boolean;
  /** The project lists it among the packages that it needs. */
  isDeclared(name: string): boolean;
}

export type Meaning =
  | { readonly kind: "passes" }
  /** A sheet can change that. */
  | { readonly kind: "fails" }
  /** No sheet can change that. */
  | ({ readonly kind: "broken" } & Broken);

export type Broken = Pick<Unready, "code" | "why" | "next">;

/**
 * Failing on the base is normal: most validations ask for what a sheet has still to do. Only what no sheet can change
 * is broken, so every sign of it has to be sure.
 */
export function meaningOf(trial: Trial, around: Surroundings): Meaning {
  const { how } = trial;
  if (how.kind === "exited" && how.code === 0) return { kind: "passes" };
  if (how.kind === "cancelled") return { kind: "fails" };
  if (how.kind === "not-started") return how.short === true ? { kind: "fails" } : broken(notStarted(trial, how.reason));
  if (how.kind !== "exited") return trial.output === "" && how.kind !== "signalled" ? broken(hangs) : { kind: "fails" };
  for (const { pattern, codes, meaning } of signs) {
    if (codes !== undefined && !codes.includes(how.code)) continue;
    for (const { groups } of trial.output.matchAll(pattern)) {
      const found = meaning((groups?.["what"] ?? "").trim(), trial, around);
      if (found !== null) return broken(found);
    }
  }
  return { kind: "fails" };
}

export const unpreparedMeaning: Meaning = {
  kind: "broken",
  code: "ready.not_prepared",
  why: "a command of prepare fails on the base, so no context can be made ready",
  next: "Correct prepare.commands in the score or the settings; they have to work in a fresh checkout.",
};

function broken(found: Broken): Meaning {
  return { kind: "broken", ...found };
}

interface Sign {
  /** In the command's output; `what`: the missing thing. */
  readonly pattern: RegExp;
  /** Exit codes; absent: any but 0. */
  readonly codes?: readonly number[];
  /** `null`: a sheet may change it. */
  readonly meaning: (what: string, trial: Trial, around: Surroundings) => Broken | null;
}

/** In the words of shells, interpreters and package managers; the first that fits counts. */
const signs: readonly Sign[] = [
  {
    pattern: /^\S*sh: (?:-c: )?(?:line )?\d+: (?:Syntax error|syntax error|unexpected EOF)(?<what>.*)$/gm,
    codes: [1, 2],
    meaning: (what) => ({
      code: "ready.bad_command",
      why: `the shell can't read the command: syntax error${what}`,
      next: "Correct the command in the score.",
    }),
  },
  {
    pattern:
      /^\S*sh: (?:line )?\d+: (?:cd: (?:can't cd to )?|exec: )(?<what>[^:\n]+?)(?:: (?:No such|not found).*)?$/gm,
    meaning: missingPath,
  },
  {
    pattern: /(?:^|: )(?<what>[^\s:'"‘’`]+): (?:command )?not found$/gm,
    codes: [127],
    meaning: missingProgram,
  },
  {
    // Programs that start others end with codes of their own.
    pattern:
      /(?:^|: )(?<what>[\w.@-]+): (?:command )?not found$(?=[^]*(?:ELIFECYCLE|Error 127|exit(?:ed)?(?: with)?(?: code| status)? 127))/gm,
    meaning: missingProgram,
  },
  {
    pattern:
      /(?:env: [‘'"]?(?<what>[\w.@/-]+)[’'"]?: No such file|spawn (?<what2>[\w.@/-]+) ENOENT|Failed to spawn: `(?<what3>[\w.@/-]+)`)/gm,
    meaning: (what, trial, around) => missingProgram(what === "" ? spawned(trial.output) : what, trial, around),
  },
  {
    pattern: /(?:^|: )(?<what>[^\s:'"]+): (?:Permission denied|cannot execute.*|Exec format error)$/gm,
    codes: [126],
    meaning: (what) => ({
      code: "ready.not_allowed",
      why: `${what} may not be run`,
      next: `Make it executable and commit that: git update-index --chmod=+x ${what}`,
    }),
  },
  {
    pattern: /(?:Cannot find module|Cannot find package|Can't resolve) '(?<what>[^']+)'/g,
    meaning: missingPackage,
  },
  { pattern: /: No module named '?(?<what>[\w.]+)'?/g, meaning: missingPackage },
  { pattern: /cannot load such file -- (?<what>[^\s)]+) \(LoadError\)/g, meaning: missingPackage },
  {
    pattern: /(?:no required module provides package|can't find crate for) `?(?<what>[^\s;`]+)/g,
    meaning: missingPackage,
  },
  {
    pattern: /Failed opening required '[^']*(?<what>vendor\/autoload\.php)'/g,
    meaning: () => installFirst("the packages of vendor"),
  },
  {
    pattern:
      /^.*(?<what>(?:Unsupported engine|EBADENGINE|ERR_PNPM_UNSUPPORTED_ENGINE|The engine "\w+" is incompatible|requires? a different Python|Your Ruby version is|go\.mod requires go|requires rustc|UnsupportedClassVersionError|\brequires? (?:at least )?(?:Node(?:\.js)?|Python|Ruby|Go|Java|PHP) ?(?:version )?(?:>=|>|=|\^|~|v)?\s*\d).*)$/gim,
    meaning: (what) => ({
      code: "ready.wrong_version",
      why: `a program has the wrong version: ${what}`,
      next: "Start Tutti from a terminal with the version that the project asks for (nvm, mise, pyenv …).",
    }),
  },
  {
    pattern:
      /(?:Missing script: "|Command "|ERR_PNPM_NO_SCRIPT\s+Missing script: )(?<what>[^"\n]+?)(?:"(?! not found)|" not found|$)/gm,
    meaning: (what, { shown }, around) =>
      !shown.includes(what) || around.isNamed(what)
        ? null
        : {
            code: "ready.path_missing",
            why: `the project has no script ${JSON.stringify(what)}`,
            next: "Correct the name in the score, or add the script to the project and commit it.",
          },
  },
  {
    pattern:
      /(?:cannot open |can't open file '|can't open '?|file or directory not found: |No rule to make target [`'])(?<what>[^\s':,]+)/g,
    codes: [1, 2, 4, 127],
    meaning: missingPath,
  },
];

function spawned(output: string): string {
  const found = /spawn (?<node>\S+) ENOENT|Failed to spawn: `(?<uv>[^`]+)`/.exec(output)?.groups;
  return found?.["node"] ?? found?.["uv"] ?? "";
}

const hangs: Broken = {
  code: "ready.hangs",
  why: "it did not end in its time and printed nothing",
  next: "Run it yourself: a command that waits for input or serves something never ends by itself.",
};

function notStarted({ programs: [program = "it"] }: Trial, reason: string): Broken {
  return {
    code: "ready.program_missing",
    why: reason,
    next: `Install ${program} where jobs run, or name it with its path.`,
  };
}

/** One that a package brings is installed with the project; one that the command names itself has to be on the PATH. */
function missingProgram(what: string, trial: Trial, around: Surroundings): Broken | null {
  if (what.includes("/")) return missingPath(what, trial, around);
  const isOwn = trial.programs.includes(what);
  if (!isOwn && around.isDeclared(what)) return installFirst(what);
  if (!isOwn && around.isNamed(what)) return null;
  return {
    code: "ready.program_missing",
    why: `there is no program ${JSON.stringify(what)} on the PATH`,
    next: `Install ${what}, or start Tutti from a terminal in which it can be run.`,
  };
}

/** A module of the project's own, or one that is not a dependency yet, is for a sheet to write or to add. */
function missingPackage(what: string, trial: Trial, around: Surroundings): Broken | null {
  if (/^[./]/.test(what)) return missingPath(what, trial, around);
  const name = packageOf(what);
  const isRun = trial.shown.includes(`-m ${name}`) && !around.isNamed(name);
  return isRun || around.isDeclared(name) ? installFirst(name) : null;
}

function packageOf(module: string): string {
  const [first = module, second = ""] = module.split("/");
  if (module.startsWith("@")) return `${first}/${second}`;
  return module.includes("/") ? first : (module.split(".")[0] ?? module);
}

function installFirst(what: string): Broken {
  return {
    code: "ready.package_missing",
    why: `${what} is not installed, and the project needs it`,
    next: "Install the project's packages in your checkout (npm install, uv sync …): contexts see what is installed there.",
  };
}

/** Only a path that the command itself names: a sheet can write any file that the project's own files look for. */
function missingPath(what: string, { shown }: Trial, around: Surroundings): Broken | null {
  const path = what.replace(/^\.\//, "");
  if (!shown.includes(path) || around.isNamed(path)) return null;
  return {
    code: "ready.path_missing",
    why: `there is no ${path}, and no task of the score names it`,
    next: "Correct the path in the score, or commit the file.",
  };
}
