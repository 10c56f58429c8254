import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { realWorld } from "../../src/base/world/real-world.ts";
import type { Memory } from "../../src/checks/memory.ts";
import type { CheckParts, CheckPlace } from "../../src/checks/place.ts";
import { runValidations } from "../../src/checks/validate.ts";
import { waitIn } from "../../src/checks/wait.ts";
import type { ConcreteCommand, FilePlace } from "../../src/score/plan/command.ts";
import type { ConcreteCheck, RuleTerms, Validation } from "../../src/score/plan/rule.ts";
import { type ValidationResult, resultsOf } from "../../src/sheet/verdict.ts";
import { makeRedactor } from "../../src/redact/redactor.ts";
import { compileSecrets } from "../../src/redact/secrets.ts";
import { tempFolder } from "./folders.ts";
import { hastyWorld, run } from "./git.ts";

/** Nothing is remembered from one test to the next. */
const memory: Memory = { recall: (_, ask) => ask() };

export const parts: CheckParts = { run, wait: waitIn(hastyWorld), memory };
export const patientParts: CheckParts = { run, wait: waitIn(realWorld), memory };

/** An empty context and workspace, beside each other, of a sheet that changed nothing. */
export function makeCheckPlace(): CheckPlace {
  const home = tempFolder();
  const [folder, workspace] = ["context", "workspace"].map((name) => join(home, name)) as [string, string];
  for (const path of [folder, workspace]) mkdirSync(path);
  return {
    folder,
    workspace,
    env: { PATH: process.env["PATH"] ?? "", TUTTI_SHEET: "s" },
    leftOut: [],
    cancel: new AbortController().signal,
    since: {
      before: null,
      changedPaths: () => Promise.resolve([]),
      base: "base",
      foundBefore: () => Promise.resolve(null),
      lineChanges: () => Promise.resolve(new Map()),
      lineChangesSince: () => Promise.resolve(null),
      unchangedSince: () => Promise.resolve({ kind: "unknown", why: "nobody was asked" }),
      atBase: (work) => work(join(home, "no-base")),
    },
    keepOutput: (index) =>
      Promise.resolve({
        path: join(home, `output-${String(index)}.log`),
        cleaner: () => makeRedactor(compileSecrets([])),
      }),
    agents: {
      answer: () => Promise.resolve(""),
      judge: () => Promise.resolve({ kind: "failed", why: "there is no judge" }),
      author: () => Promise.resolve({ kind: "scripted" }),
      cast: [{ kind: "scripted" }],
      task: () => Promise.resolve("Do it."),
      reviewed: null,
    },
  };
}

export function inContext(path: string): FilePlace {
  return { root: "context", path };
}

export function inWorkspace(path: string): FilePlace {
  return { root: "workspace", path };
}

export function shellCommand(line: string, more: Partial<ConcreteCommand> = {}): ConcreteCommand {
  return { argv: ["sh", "-c", line], env: {}, cwd: inContext("."), shown: line, ...more };
}

export function rule(
  check: ConcreteCheck,
  terms: Partial<RuleTerms & { readonly description: string }> = {},
): Validation {
  return { stage: 1, retries: 0, retryDelayMs: 0, timeoutMs: 30_000, description: "d", ...terms, ...check };
}

export async function resultOf(validation: Validation, place: CheckPlace): Promise<ValidationResult> {
  const [result] = resultsOf(await runValidations(parts, [validation], place));
  return result as ValidationResult;
}

/** Empty when the validation passes. */
export async function reasonOf(check: ConcreteCheck, place: CheckPlace): Promise<string> {
  return (await resultOf(rule(check), place)).reason;
}
