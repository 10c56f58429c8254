import type { IsolationLevel } from "./levels.ts";
import type { SheetId } from "../../base/ids.ts";
import type { Condition } from "../expression/condition.ts";
import type { AgentPlan } from "./agents/agent-plan.ts";
import type { LandingPlan, MessagePlan } from "./landing-plan.ts";
import type { CommandTemplate } from "./command.ts";
import type { HealingPlan } from "../healing/codes.ts";
import type { NotificationWish } from "../notifications/wish.ts";
import type { ConcertPlan, FollowPlan, WorkspaceLifecycle } from "../follow/plan.ts";
import type { Recipe } from "./recipe.ts";
import type { ConfinedLevel, ConfinedPlan } from "./sandbox.ts";
import type { RoutingPlan, WorkPlan } from "./agents/routing-plan.ts";
import type { Rule } from "./rule.ts";
import type { Strategy } from "./agents/strategy.ts";
import type { TemplateSource } from "@tutti/jinja";
import type { TemplateVariables } from "../template/variables.ts";

/**
 * The work that a score asks for, whichever way it was written: every front end ends here. Texts keep their templates,
 * because some of their values are known only when a sheet is played; `resolve.ts` fills them in. Values that many
 * sheets share are here once, and a sheet holds their place in the list.
 */
export interface Plan {
  /** Of the shape of this data: a job keeps its plan, and a later Tutti may not know what to make of it. */
  readonly version: 6;
  readonly name: string;
  readonly description: string | null;
  readonly sheets: readonly SheetPlan[];
  /** Branch the results land on; `null`: the branch checked out when the job starts. */
  readonly target: string | null;
  readonly isolation: IsolationPlan;
  /** Absent: nothing was said of it. */
  readonly prepare?: Recipe;
  /** Absent: off. */
  readonly sandbox?: ConfinedLevel;
  /** More of it than the level. */
  readonly confined?: ConfinedPlan;
  /** How many sheets may run at once when the command line does not say. */
  readonly parallel: number;
  /** When a sheet has failed, no other begins. */
  readonly stopOnFailure: boolean;
  /** The job's folder for outputs, absolute; `null`: a folder in Tutti's home. */
  readonly workspace: string | null;
  readonly variables: TemplateVariables;
  /** Prompts and what is appended to them. */
  readonly texts: readonly TemplateSource[];
  readonly files: readonly InjectedFile[];
  readonly rules: readonly Rule[];
  readonly crossSheet: CrossSheet | null;
  readonly cost: CostPlan;
  /** Absent: every sheet names its agent. */
  readonly routing?: RoutingPlan;
  /** Absent: attempts are recorded, and prompts get no notes. */
  readonly learning?: LearningPlan;
  readonly landing: LandingPlan;
  /** Commit messages. */
  readonly messages: readonly MessagePlan[];
  /** Absent: it asks for none. */
  readonly notifications?: readonly NotificationWish[];
  /** Absent: nothing follows the job's end. */
  readonly follows?: FollowPlan;
  /** Absent: the usual limits. */
  readonly concert?: ConcertPlan;
  /** Absent: workspaces are left as they are. */
  readonly lifecycle?: WorkspaceLifecycle;
  /** Absent: faults stop the job. */
  readonly healing?: HealingPlan;
}

/** An absent key is one that the score omits. */
export interface LearningPlan {
  readonly records?: boolean | undefined;
  readonly prompts?: boolean | undefined;
  /** Notes that a prompt may hold. */
  readonly most: number;
}

/** Limits on spending, in US dollars. */
export interface CostPlan {
  readonly perSheetUsd: number | null;
  readonly perJobUsd: number | null;
  /** Share of either, 0 to 1, from which it is said that it comes near. */
  readonly warnAt: number;
}

export interface IsolationPlan {
  readonly level: IsolationLevel;
  /** `job`: the sheets share one context and run one after the other. */
  readonly per: "sheet" | "job";
  /** Where contexts are made, absolute; `null`: in Tutti's home. */
  readonly folder: string | null;
  /** The prefix of branch names; `null`: the branch the job starts from. */
  readonly branchPrefix: string | null;
  /** Branch the contexts start from; `null`: the target. */
  readonly sourceBranch: string | null;
  /** Whether a clone borrows the objects of Tutti's store or has its own. */
  readonly objects: "shared" | "copy";
  readonly cleanupOnSuccess: boolean;
  readonly cleanupOnFailure: boolean;
  /** Lock a context while it is worked in, so that other programs leave it alone. */
  readonly lock: boolean;
  /** Run in place where there is no git repository; otherwise the job is refused. */
  readonly fallback: boolean;
  /** Between two snapshots of a context while its agent runs; `null`: none while it runs. */
  readonly snapshotEveryMs: number | null;
  /** Folders of the user's checkout that are found above contexts: what is installed there and not in git. */
  readonly borrow: readonly string[];
}

export interface SheetPlan {
  readonly id: SheetId;
  /** One line for people and for the commit's subject. */
  readonly title: string;
  readonly numbers: SheetNumbers;
  /** Place in the plan's texts. */
  readonly prompt: number;
  /** Texts that follow the prompt. */
  readonly extensions: readonly number[];
  /** Places in the plan's files. */
  readonly files: readonly number[];
  /** Sheets that must have landed (or be done, or skipped) before this one starts. */
  readonly after: readonly SheetId[];
  readonly agent: AgentPlan;
  /** Agents that take over when the one before fails, in this order. */
  readonly fallbacks: readonly AgentPlan[];
  /** Where among them those begin that routing chooses from; absent: it chooses nothing. */
  readonly routed?: number;
  /** Absent: the score says nothing of it. */
  readonly work?: WorkPlan;
  /** Places in the plan's rules: what must hold before the agent starts, and what its result must meet. */
  readonly preconditions: readonly number[];
  readonly validations: readonly number[];
  /** The sheet is passed over when this holds at the moment it could start. */
  readonly skipWhen: Condition | null;
  /** The sheet is passed over when this command succeeds on what it would start from. */
  readonly skipCommand: SkipCommand | null;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
  /** End an agent that printed nothing for this long; `null`: never. */
  readonly idleMs: number | null;
  /** Labels that a worker of a fleet must have; absent: any may play it. */
  readonly worker?: readonly string[];
  /** Place in the plan's messages. */
  readonly message: number;
  /** Absent: nothing follows the sheet's end. */
  readonly follows?: FollowPlan;
  /** Absent: its result lands independently of the others. */
  readonly contest?: Contest;
}

/** Sheets with the same task, of which one lands. */
export interface Contest {
  /** The id that was written; the same in all of them. */
  readonly group: string;
  /** Who chooses where validations and reviews do not; `null`: the agent of the first of them. */
  readonly judge: AgentPlan | null;
}

/** The place of a sheet in the whole. Templates and conditions use these names. */
export interface SheetNumbers {
  readonly sheet_num: number;
  readonly total_sheets: number;
  readonly start_item: number;
  readonly end_item: number;
  /** Which of the steps that were written it belongs to. */
  readonly stage: number;
  readonly total_stages: number;
  /** Which copy of its stage it is, and of how many. */
  readonly instance: number;
  readonly fan_count: number;
}

export interface SkipCommand {
  readonly command: CommandTemplate;
  readonly timeoutMs: number;
  readonly description: string | null;
  /** One that takes too long lets the sheet be played. */
  readonly playsOnTimeout?: true;
}

/** A file whose text goes into prompts. */
export interface InjectedFile {
  /** As people wrote it. */
  readonly name: string;
  readonly as: "context" | "skill" | "tool";
  /**
   * `late`: a path with templates, in the workspace or the context, read when the sheet is played; with `folder` all
   * files in it.
   */
  readonly content:
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "late"; readonly path: string; readonly folder?: true };
}

/** Outputs of earlier sheets that a sheet receives. */
export interface CrossSheet {
  /** The output of their agents. */
  readonly outputs: boolean;
  /** Globs with templates: files of the workspace or the context. */
  readonly files: readonly string[];
  /** How many sheets back; 0: all. */
  readonly lookback: number;
  readonly maxChars: number;
}

/** How long to wait for limits that do not end, unless the score says otherwise. */
export const usualPatienceMs = 24 * 3_600_000;

export interface RetryPolicy {
  /** Attempts in all, the first included. */
  readonly attempts: number;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** The factor by which the delay grows from one failure to the next. */
  readonly factor: number;
  /** Whether chance shortens a delay, so that sheets that failed together do not come back together. */
  readonly jitter: boolean;
  /** Attempts that finish partly done work, counted apart from the others. */
  readonly completions: number;
  readonly completionDelayMs: number;
  /** Share of validations, 0 to 1, from which partly done work is completed instead of begun again. */
  readonly completionThreshold: number;
  /**
   * The next attempt goes on from the last result that is good as far as it goes, and such a result is what counts in
   * the end.
   */
  readonly goesOn: boolean;
  /** How much the prompts of an agent's attempts say, from the first on; the last holds for all after it. */
  readonly efforts: readonly Strategy[];
  /** How often a conflict on landing sends the sheet back to its agent. */
  readonly conflicts: number;
  /** How long to stay parked when the end of a limit is unknown. */
  readonly limitWaitMs: number;
  /** For how long to wait for limits and quotas that do not end; waits cost no attempt. Absent: `usualPatienceMs`. */
  readonly limitPatienceMs?: number;
}
