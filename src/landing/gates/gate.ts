import type { EpochMs, JobId, SheetId, TreeSha } from "../../base/ids.ts";
import type { CommandTemplate } from "../../score/plan/command.ts";

/** What gates and promises have in common. */
export interface RequirementFields {
  readonly name: string;
  readonly timeoutMs: number;
  /** What it says depends on the changed paths too. */
  readonly isQuick: boolean;
  /** Names what would be run: two with the same digest are the same. */
  readonly digest: string;
}

/**
 * A command that a merged tree must pass, in the form in which it is to be run: its quick form where `isQuick` says so.
 */
export interface Gate extends RequirementFields {
  readonly command: CommandTemplate;
  /** Globs: what the gate is made of. */
  readonly files: readonly string[];
  /** Folders of the user's checkout that it finds above its own, or in it. */
  readonly borrow: readonly string[];
  /** Programs besides those that the command names: its verdicts count as long as these are the same. */
  readonly toolchain: readonly string[];
  /** Who says so: the target's own file, or the score of the job. */
  readonly from: "target" | "score";
}

/** A sheet that landed with validations that are asked again. */
export interface PromisedBy {
  readonly job: JobId;
  readonly sheet: SheetId;
}

/** What a gate or a promise said of a tree. */
export interface TestReport {
  readonly name: string;
  readonly digest: string;
  /** Of the programs it is run with, as far as they are known. */
  readonly toolchain: string;
  readonly tree: TreeSha;
  readonly passed: boolean;
  /** It failed first and passed when it was run again on the same tree. */
  readonly isFlaky: boolean;
  /** It was not run now: it said so of the same tree before. */
  readonly isCached: boolean;
  /** It failed once, and was not run again to see whether it always does. */
  readonly isDoubted?: true;
  readonly ms: number;
  readonly at: EpochMs;
  /** Whose promise it is; absent: a gate. */
  readonly promisedBy?: readonly PromisedBy[];
  /** Why it failed, with the end of what it printed, cut; empty when it passed. */
  readonly reason: string;
}

/** The file that says what trees have to pass; read at the target's commit only. */
export const gateFilePath = ".tutti/gates.yaml";
