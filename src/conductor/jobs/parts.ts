import type { JobId } from "../../base/ids.ts";
import { type Book, openBook } from "../book.ts";
import type { Throttles } from "../agents/throttles.ts";
import type { Attempt, Hands, Recheck } from "../hands.ts";
import type { Playing, Stage } from "../stage.ts";
import type { World } from "../../base/world/world.ts";
import type { Git } from "../../git/git.ts";
import type { Context } from "../../isolation/context.ts";
import type { Visit } from "../../isolation/records/presence.ts";
import type { Places } from "../../isolation/home/places.ts";
import type { Store } from "../../store/store.ts";
import type { LandingHands } from "../../landing/hands.ts";
import type { QueueControl } from "../../landing/queue/look.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import type { ScoreOptions } from "../../score/load.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { type SandboxChoice, type SandboxLevel, strictest } from "../../score/plan/sandbox.ts";
import type { RoutingPlan } from "../../score/plan/agents/routing-plan.ts";
import { hasAuto, withRouting } from "../../score/plan/agents/with-routing.ts";
import { mostInPrompt } from "../../learning/patterns/pattern.ts";
import { mostOutcomes, requireProven, unrouted } from "./submit/routing.ts";
import { type Recipe, recipeOver } from "../../score/plan/recipe.ts";
import type { Job } from "../../sheet/job.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { Uncounted } from "../../api/contract/cost/cost.ts";
import type { AttemptFrom, SnapshotRequest } from "../../api/contract/sheet.ts";
import { requireJob } from "../find/require.ts";

/** The parts that answer requests about jobs. */
export interface JobParts extends Ground {
  readonly store: Store;
  readonly stage: Stage;
  readonly agents: AgentDesk;
  readonly kit: JobKit;
  readonly process: OwnProcess;
}

/** Git, the clock and the home. */
export interface Ground {
  readonly git: Git;
  readonly world: World;
  readonly places: Places;
}

type ClientEnvironment = Readonly<Record<string, string>> | undefined;

/** The agents, as the environment of a client shows them. */
interface AgentDesk {
  /** The names that scores of a folder may use. */
  names(folder: string, environment: ClientEnvironment): Promise<ScoreOptions>;
  /** Why some of these agents cannot work there, a sentence each. Asks no model and runs no program. */
  missing(agents: readonly AgentPlan[], folder: string, environment: ClientEnvironment): Promise<readonly string[]>;
  /** Agents of a plan that report no cost; none if no cost is limited. */
  uncounted(plan: Plan, folder: string | null, environment: ClientEnvironment): Promise<readonly Uncounted[]>;
  /** A person's request opens the throttles of these agents for one try. */
  readonly ask: Throttles["ask"];
  /** Keeps the environment that agents of a job may see: on the disk only sealed. */
  remember(job: JobId, environment: ClientEnvironment): Promise<void>;
  /** The environment that a job came with; `undefined`: none was given. Throws where it is lost. */
  terminal(job: JobId): Promise<ClientEnvironment>;
  /** Throws where a job had an environment that can't be read any more. */
  requireTerminal(job: JobId): Promise<void>;
}

/** The real things for one job. */
interface JobKit {
  hands(job: Job, notice: (text: string) => void): Promise<Hands>;
  /** The job's validations, apart from any attempt. */
  recheck(job: Job, notice: (text: string) => void): Promise<Recheck>;
  landing(job: Job): Promise<LandingHands>;
  /** The agent's own terminal, for a person in a sheet's context; `null` when it has none. */
  terminal(attempt: Attempt, where: TerminalPlace): Promise<Terminal | null>;
  /** The agent's usage in that terminal, once; `null`: it did not say. */
  takeVisitUsage(attempt: Attempt, of: Pick<TerminalPlace, "agent" | "visit">): Promise<Usage | null>;
  /** How a person's program starts in a context, so that it sees what its agent sees. A text says why it can't. */
  launch(attempt: Attempt, program: VisitProgram): Promise<Launched | string>;
  /** Ends a person's program that still runs in a container, and gives back what the context had for it. */
  endLaunched(visit: Pick<VisitProgram, "visitor" | "token" | "context">): Promise<void>;
  /** Throws where this machine runs no containers. */
  requireContainers(environment: ClientEnvironment): Promise<void>;
  /** The snapshot that a person names, as the start of an attempt. */
  attemptFrom(request: SnapshotRequest): Promise<AttemptFrom>;
  readonly queues: QueueControl;
}

/** The process that answers, and its settings. */
interface OwnProcess {
  readonly notice: (text: string) => void;
  /** Aborted when the process stops. */
  readonly stop: AbortSignal;
  /** Whether it lives on after its answer: a conductor does, a command that plays by itself does not. */
  readonly goesOn: boolean;
  /** Whether contexts of failed sheets are kept, unless the score decides. */
  readonly keepFailed: boolean;
  /** How long sheets wait for limits, unless the score decides; a reload may change it. */
  limitPatienceMs(): number;
  /** The settings of a folder's project and of the user for its jobs. */
  readonly wishes: (folder: string, environment: ClientEnvironment) => Promise<Wishes>;
  readonly sandbox: MachineSandbox;
  /** Takes out what looks like a secret. */
  readonly redact: (text: string) => string;
}

/** The sandbox that confines programs on this machine. */
interface MachineSandbox {
  /** The level of jobs for which none was chosen. */
  usualLevel(): Promise<SandboxLevel>;
  /** Says it in one line. */
  usualNotice(): Promise<string>;
  /** The names of the layers that hold. */
  layers(hasNetwork: boolean): Promise<readonly string[]>;
  /** Throws where one of these levels does not hold. */
  require(levels: readonly SandboxLevel[], hasNetwork: boolean): Promise<void>;
}

interface Wishes {
  /** How contexts are made ready. */
  readonly recipe: Recipe | undefined;
  /** The least that agents are confined to. */
  readonly sandbox: SandboxChoice;
  /** The same for preparation; `auto`: as the agents. */
  readonly prepareSandbox: SandboxChoice;
  /** Which agent work gets that names none. */
  readonly routing: RoutingPlan | undefined;
  /** Whether attempts are recorded, and whether prompts get notes. */
  readonly records: boolean;
  readonly prompts: boolean;
}

export interface TerminalPlace {
  readonly agent: AgentPlan;
  /** The session to go on with; `null`: a new one. */
  readonly session: string | null;
  /** To begin a new session with; `null`: none. */
  readonly prompt: string | null;
  readonly context: Context;
  /** The token of the visit. */
  readonly visit: string;
  /** Where the agent may export what it used; absent: nowhere. */
  readonly exportsTo?: string;
}

export interface Terminal {
  readonly argv: readonly [string, ...string[]];
  /** To be added to the person's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Paths that it needs besides the context. */
  readonly outside?: Outside;
}

/** As a container has to be told. */
interface Outside {
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly home?: readonly string[];
}

/** A program that a person starts in the context of a sheet. */
export interface VisitProgram extends Terminal, Pick<Visit, "visitor" | "token"> {
  readonly context: Context;
  readonly hasTerminal: boolean;
  readonly cancel: AbortSignal;
}

interface Launched extends Pick<Terminal, "env"> {
  readonly argv: readonly string[];
}

interface SettledFor {
  readonly folder: string;
  readonly environment?: ClientEnvironment;
}

/** Fills in the settings of machine and project where the score says nothing. */
export async function settled(
  { process, store }: Pick<JobParts, "process" | "store">,
  written: Plan,
  { folder, environment }: SettledFor,
): Promise<Plan> {
  const wishes = await process.wishes(folder, environment);
  const plan = routed(written, wishes);
  if (plan.routing?.order === "measured") requireProven(plan.routing, await store.outcomes(mostOutcomes));
  const prepare = recipeOver(plan.prepare, wishes.recipe);
  const patience = process.limitPatienceMs();
  const sheets = plan.sheets.map((sheet) => ({ ...sheet, retry: { limitPatienceMs: patience, ...sheet.retry } }));
  return {
    ...plan,
    sheets,
    learning: {
      records: plan.learning?.records ?? wishes.records,
      prompts: plan.learning?.prompts ?? wishes.prompts,
      most: plan.learning?.most ?? mostInPrompt,
    },
    ...(prepare === undefined ? {} : { prepare }),
    ...(await sandboxed(process, plan, wishes)),
    ...(process.keepFailed ? {} : { isolation: { ...plan.isolation, cleanupOnFailure: true } }),
  };
}

async function sandboxed(
  { sandbox }: Pick<JobParts["process"], "sandbox">,
  { sandbox: asked, confined }: Plan,
  wishes: Wishes,
): Promise<Pick<Plan, "sandbox" | "confined">> {
  const least = wishes.sandbox === "auto" ? await sandbox.usualLevel() : wishes.sandbox;
  const level: SandboxLevel = strictest(asked ?? "off", least);
  const forSteps: SandboxLevel = wishes.prepareSandbox === "auto" ? level : wishes.prepareSandbox;
  const prepare = strictest(confined?.prepare ?? "off", forSteps);
  const isLimited = confined?.network !== undefined || confined?.hasBrokeredKeys === true;
  if (level === "off" && prepare === "off" && !isLimited) return {};
  const layers = await sandbox.layers(isLimited);
  return { ...(level === "off" ? {} : { sandbox: level }), confined: { ...confined, prepare, layers } };
}

function routed(plan: Plan, { routing }: Wishes): Plan {
  if (!hasAuto(plan)) return plan;
  if (routing === undefined) throw unrouted();
  return withRouting(plan, routing);
}

/** All agents that a plan may use. */
export function agentsOf({ sheets }: Plan): readonly AgentPlan[] {
  return [...new Set(sheets.flatMap(({ agent, fallbacks }) => [agent, ...fallbacks]))];
}

/** The job, if it is being played and still accepts requests. A job that is coming to rest is waited for. */
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
  const ends = { workspace: (of: Job) => workspaceIn(parts.places, of) };
  const book = openBook(parts.store.journal, { job, states: await parts.store.sheets(id), ends });
  return { book, playing: undefined };
}

export function workspaceIn(places: Pick<Places, "workspace">, { id, plan }: Job): string {
  return plan.workspace ?? places.workspace(id);
}
