import type { JobId } from "../../base/ids.ts";
import { type Book, openBook } from "../book.ts";
import type { Throttles } from "../agents/throttles.ts";
import type { Attempt } from "../hands.ts";
import type { Playing, Stage } from "../stage.ts";
import type { Context } from "../../isolation/context.ts";
import type { LandingHands } from "../../landing/hands.ts";
import type { QueueControl } from "../../landing/queue/look.ts";
import type { AgentPlan } from "../../score/plan/agent-plan.ts";
import type { ScoreOptions } from "../../score/load.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { Job } from "../../sheet/job.ts";
import type { Uncounted } from "../../api/contract/cost.ts";
import type { AttemptFrom, SnapshotRequest } from "../../api/contract/sheet.ts";
import type { InferParts } from "./infer/infer.ts";
import { requireJob } from "../find/require.ts";

/** What the answers about jobs are made with. */
export interface JobParts extends InferParts {
  readonly stage: Stage;
  /** Where a snapshot that a person names can be continued. */
  attemptFrom(request: SnapshotRequest): Promise<AttemptFrom>;
  /** Whether contexts of failed sheets are kept unless the score says otherwise. */
  readonly keepFailed: boolean;
  /** For how long sheets wait for limits unless the score says otherwise; a reload may change it. */
  limitPatienceMs(): number;
  /** What agents of this job may have of somebody's environment; kept in memory only. */
  rememberEnvironment(job: JobId, environment: Readonly<Record<string, string>> | undefined): void;
  /** What is known of the agents' accounts: a person's word lets them be tried again. */
  readonly throttles: Pick<Throttles, "ask">;
  /** What scores of a folder may call agents by. */
  agentNames(folder: string, environment: Readonly<Record<string, string>> | undefined): Promise<ScoreOptions>;
  /** Why some of these agents can't work there, a sentence each; no model is asked, and no program is run. */
  missingAgents(
    agents: readonly AgentPlan[],
    folder: string,
    environment: Readonly<Record<string, string>> | undefined,
  ): Promise<readonly string[]>;
  /** Agents of a plan whose cost nobody will know; none where no cost is limited. */
  uncounted(
    plan: Plan,
    folder: string | null,
    environment: Readonly<Record<string, string>> | undefined,
  ): Promise<readonly Uncounted[]>;
  /** The terminal of an agent itself, for a person in a sheet's context; `null` when it has none. */
  terminalFor(attempt: Attempt, where: TerminalPlace): Promise<Terminal | null>;
  /** The queues that results land by. */
  readonly queues: QueueControl;
  /** What lands the results of one job. */
  landingHands(job: Job): Promise<LandingHands>;
  /** Whether this process is there after an answer: a conductor is, a command that plays by itself is not. */
  readonly goesOn: boolean;
  /** Rebuilding a job may take long: it ends when the conductor does. */
  readonly stop: AbortSignal;
  notice(text: string): void;
}

export interface TerminalPlace {
  readonly agent: AgentPlan;
  /** The session to go on with; `null`: a new one. */
  readonly session: string | null;
  readonly context: Context;
}

export interface Terminal {
  readonly argv: readonly string[];
  /** To be added to the person's own environment. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What the machine's owner says where the score does not: that nothing of failed sheets is to stay, and how long to
 * wait for limits.
 */
export function settled(
  { keepFailed, limitPatienceMs }: Pick<JobParts, "keepFailed" | "limitPatienceMs">,
  plan: Plan,
): Plan {
  const patience = limitPatienceMs();
  const sheets = plan.sheets.map((sheet) => ({ ...sheet, retry: { limitPatienceMs: patience, ...sheet.retry } }));
  return { ...plan, sheets, ...(keepFailed ? {} : { isolation: { ...plan.isolation, cleanupOnFailure: true } }) };
}

/** Everybody a plan may send work to. */
export function agentsOf({ sheets }: Plan): readonly AgentPlan[] {
  return [...new Set(sheets.flatMap(({ agent, fallbacks }) => [agent, ...fallbacks]))];
}

/**
 * The job, if it is being played and still hears what it is told; one that comes to rest at this moment is waited for.
 */
export async function playingNow({ stage }: Pick<JobParts, "stage">, id: JobId): Promise<Playing | undefined> {
  const playing = stage.playing(id);
  if (playing?.isResting() === true) await playing.rest;
  return stage.playing(id);
}

/** A job in hand: being played, or only as the journal has it. */
export async function openJob(
  parts: JobParts,
  id: JobId,
): Promise<{ readonly book: Book; readonly playing: Playing | undefined }> {
  const playing = await playingNow(parts, id);
  if (playing !== undefined) return { book: playing.book, playing };
  const job = await requireJob(parts, id);
  return { book: openBook(parts.store.journal, { job, states: await parts.store.sheets(id) }), playing: undefined };
}

/** How hands say what they have to say, where no job is being played that could note it. */
export function noticeOf(parts: Pick<JobParts, "notice">): (text: string) => void {
  return (text) => {
    parts.notice(text);
  };
}
