import type { EpochMs, JobId, SheetId, TreeSha } from "../../base/ids.ts";
import type { SharedRecipe } from "../../score/plan/recipe.ts";
import type { CommandTemplate } from "../../score/plan/command.ts";

/** The fields that gates and promises have in common. */
export interface RequirementFields {
  readonly name: string;
  readonly timeoutMs: number;
  /** Its result depends on the changed paths too. */
  readonly isQuick: boolean;
  /** Of what runs: equal digests mean equal requirements. */
  readonly digest: string;
}

/** A command that a merged tree must pass, in the form that runs: quick where `isQuick`. */
export interface Gate extends RequirementFields {
  readonly command: CommandTemplate;
  /** Globs: what the gate is made of. */
  readonly files: readonly string[];
  /** Folders of the user's checkout that it may use. */
  readonly borrow: readonly string[];
  /** Programs beyond those of the command: a verdict counts while they are unchanged. */
  readonly toolchain: readonly string[];
  readonly from: "target" | "score";
  /** The recipe that its folder is prepared with. */
  readonly recipe?: SharedRecipe;
}

/** A sheet that landed with validations that are asked again. */
export interface PromisedBy {
  readonly job: JobId;
  readonly sheet: SheetId;
}

/** The result of a gate or a promise on a tree. */
export interface TestReport {
  readonly name: string;
  readonly digest: string;
  /** Of the programs it is run with, as far as they are known. */
  readonly toolchain: string;
  readonly tree: TreeSha;
  readonly passed: boolean;
  /** It failed, and passed when repeated on the same tree. */
  readonly isFlaky: boolean;
  /** It was not run now: it said so of the same tree before. */
  readonly isCached: boolean;
  /** It failed once, and was not repeated. */
  readonly isDoubted?: true;
  readonly ms: number;
  readonly at: EpochMs;
  /** The sheets that promise it; absent: a gate. */
  readonly promisedBy?: readonly PromisedBy[];
  /** With an excerpt of its output; empty when it passed. */
  readonly reason: string;
  /** The file with all that it printed, of one that failed. */
  readonly log?: string;
}

/** Read at the target's commit only. */
export const gateFilePath = ".tutti/gates.yaml";
