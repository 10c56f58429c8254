import type { ConcreteCheck } from "../../score/plan/rule.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import type { Job } from "../../sheet/job.ts";
import type { Ask, Gate } from "../gates/gate.ts";

/** A sheet that landed, or is about to: its validations are what it promises of every later tree. */
export interface Promiser {
  readonly job: Job;
  readonly sheet: SheetPlan;
  readonly attempt: number;
}

/** A part of what sheets promise, asked of a tree as a gate is. */
export interface PromisedAsk extends Ask {
  /** All that promise the same; it is run with the things of the first. */
  readonly by: readonly [Promiser, ...Promiser[]];
  readonly part: PromisePart;
  /** How many validations it is. */
  readonly count: number;
  /** What its commands begin with: what it says counts as long as these programs are the same. */
  readonly programs: readonly string[];
}

/**
 * Files are looked at in the tree as it is; commands run in their order, since a later one may need what an earlier one
 * made.
 */
export type PromisePart = "files" | "commands";

/** What merged trees are asked, by whoever: gates first, then promises. */
export type Asked = Gate | PromisedAsk;

export function isGate(ask: Asked): ask is Gate {
  return !isPromise(ask);
}

export function isPromise(ask: Asked): ask is PromisedAsk {
  return "by" in ask;
}

/**
 * The part of a promise that a validation belongs to. `null`: a later tree can't answer it, because it is about the
 * change, about the workspace beside the tree, or a matter of opinion.
 */
export function partOf(validation: ConcreteCheck): PromisePart | null {
  switch (validation.kind) {
    case "file_exists":
    case "content_contains":
    case "content_regex":
    case "json_path":
      return validation.path.root === "context" ? "files" : null;
    case "command_succeeds":
      return validation.command.cwd.root === "context" && !validation.command.shown.includes("TUTTI_WORKSPACE")
        ? "commands"
        : null;
    case "file_modified":
    case "file_unchanged_since":
    case "diff_within":
    case "findings":
    case "llm_judge":
    case "impossible":
      return null;
  }
}
