import type { EpochMs, TreeSha } from "../../base/ids.ts";
import type { CommandTemplate } from "../../score/rule.ts";

/** A command that a merged tree must pass, in the form in which it is to be run. */
export interface Gate {
  readonly name: string;
  readonly command: CommandTemplate;
  readonly timeoutMs: number;
  /** Its quick form: what it says depends on the changed paths too. */
  readonly isQuick: boolean;
  /** Globs: what the gate is made of. */
  readonly files: readonly string[];
  /** Folders of the user's checkout that it finds above its own, or in it. */
  readonly borrow: readonly string[];
  /** Programs besides those that the command names: its verdicts count as long as these are the same. */
  readonly toolchain: readonly string[];
  /** Who says so: the target's own file, or the score of the job. */
  readonly from: "target" | "score";
  /** Names what would be run: two gates with the same digest are the same gate. */
  readonly digest: string;
}

/** What a gate said of a tree. */
export interface GateReport {
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
  /** Why it failed, with the end of what it printed, cut; empty when it passed. */
  readonly reason: string;
}

/** The file that says what trees have to pass; read at the target's commit only. */
export const gateFilePath = ".tutti/gates.yaml";
