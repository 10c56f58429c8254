import { dirname } from "node:path";
import type { CommitSha, JobId } from "../../../base/ids.ts";
import type { Attempt, Hands } from "../../hands.ts";
import { requireRepository } from "../../../git/repository.ts";
import { lockContext, visitorNamed, writeVisit } from "../../../isolation/records/presence.ts";
import { type Context, contextIdOf } from "../../../isolation/context.ts";
import { agentName } from "../../../score/plan/agents/agent-plan.ts";
import { agentFor } from "../../../score/plan/agents/cast.ts";
import { isInPlace } from "../../../score/plan/isolation.ts";
import { levels } from "../../../score/plan/levels.ts";
import type { Entered } from "../../../api/contract/sheet.ts";
import { invalid } from "../../../api/protocol.ts";
import { requirePlan } from "../../find/job-plan.ts";
import { type JobParts, type Terminal, type VisitProgram, openJob } from "../parts.ts";
import { notNow, requireSheet } from "../../find/require.ts";
import { endDeadVisits } from "./leave.ts";
import { readLeftWork } from "./left-work.ts";
import { requireUnvisited } from "./visited.ts";
import { type Visitable, requireVisitable } from "./visitable.ts";

interface Entrance {
  readonly job: JobId;
  readonly sheet: string;
  readonly what: "agent" | "shell";
  readonly visitor: string;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Where the agent may export what it used. */
  readonly exportsTo?: string | undefined;
  /** The program's input and output will be a terminal. */
  readonly hasTerminal?: boolean | undefined;
}

/** Gives a person the context of a sheet, alone: as it stands, or rebuilt from the newest snapshot of its work. */
export async function enterSheet(parts: JobParts, asked: Entrance): Promise<Entered> {
  const visitor = visitorNamed(asked.visitor);
  if (visitor === undefined) throw invalid("sheet.enter: visitor: it names no process");
  const { book, playing } = await openJob(parts, asked.job);
  const job = book.job();
  const sheet = book.plan(requireSheet(job, asked.sheet));
  requirePlan(job);
  await requireRepository(job.repository);
  const state = requireVisitable({
    job,
    sheet: sheet.id,
    state: book.state(sheet.id),
    isPlayed: playing !== undefined,
  });
  await endDeadVisits(parts, job.id);
  await requireUnvisited(parts, job.id, job.isolation.per === "job" ? undefined : [sheet.id]);
  const attempt: Attempt = { job, sheet, attempt: state.attempt };
  const hands = await parts.kit.hands(job, parts.process.notice);
  const context = await openContext(parts, hands, { attempt, state });
  const token = newToken(parts.world);
  try {
    const terminal = await terminalOf(parts, attempt, { ...asked, state, context, visit: token });
    // The state before the visit is captured as it is found.
    const before = await hands.capture(attempt, context, "lost");
    const env = { ...environmentOf(parts, attempt, context), ...terminal.env };
    const launched = await launch(parts, attempt, {
      ...{ ...terminal, context, token, visitor, env },
      hasTerminal: asked.hasTerminal === true,
      cancel: parts.process.stop,
    });
    await begin(parts, { token, attempt, context, before: before.commit, visitor });
    return {
      job: job.id,
      sheet: sheet.id,
      path: context.path,
      ...launched,
      token,
    };
  } catch (error) {
    await hands.leaveContext(context);
    throw error;
  }
}

async function openContext(
  parts: JobParts,
  hands: Hands,
  { attempt, state }: { attempt: Attempt; state: Visitable },
): Promise<Context> {
  const { job, sheet } = attempt;
  const standing = state.context === null ? undefined : await hands.findContext(state.context);
  if (standing !== undefined && isInPlace(standing.context.level)) throw inPlace(sheet.id);
  if (standing !== undefined && job.isolation.per === "sheet") return standing.context;
  const left = await readLeftWork(parts, job, sheet.id);
  if (left === null)
    throw notNow(
      `nothing is kept of the work of ${sheet.id}`,
      `tutti explain ${sheet.id} --job ${job.id} tells what became of it.`,
    );
  if (left.wasInPlace || isInPlace(job.isolation.level)) throw inPlace(sheet.id);
  const { commit, base, changed } = left.newest;
  const start = {
    base,
    continueFrom: changed ? commit : null,
    context: state.context ?? contextIdOf(job.id, sheet.id, state.attempt),
    reuse: false,
  };
  const context = await hands.enterContext(attempt, start, parts.process.stop);
  if (!isInPlace(context.level)) return context;
  await hands.leaveContext(context);
  throw inPlace(sheet.id);
}

function inPlace(sheet: string): Error {
  return notNow(
    `${sheet} worked in your own folder, which has no context of its own`,
    "Work there yourself, or bring its work elsewhere: tutti restore --to FOLDER",
  );
}

interface Beginning {
  readonly token: string;
  readonly attempt: Attempt;
  readonly context: Context;
  readonly before: CommitSha;
  readonly visitor: NonNullable<ReturnType<typeof visitorNamed>>;
}

function newToken(world: JobParts["world"]): string {
  return [world.now(), world.random() * 2 ** 52].map((part) => Math.floor(part).toString(36)).join("-");
}

async function begin({ places, world }: JobParts, beginning: Beginning): Promise<void> {
  const { token, attempt, context, before, visitor } = beginning;
  const { job, sheet } = attempt;
  await lockContext(places, context.id, `a person, ${job.id}, sheet ${sheet.id}`);
  await writeVisit(places, {
    token,
    job: job.id,
    sheet: sheet.id,
    attempt: attempt.attempt,
    context: context.id,
    before,
    visitor,
    at: world.now(),
  });
}

/** A person finds installed packages, and the image, as the agent did. */
async function launch(
  { kit }: JobParts,
  attempt: Attempt,
  program: VisitProgram,
): Promise<Pick<Entered, "argv" | "env">> {
  const launched = await kit.launch(attempt, program);
  if (typeof launched === "string") throw notNow(launched, "tutti doctor says how contexts are prepared here.");
  return launched;
}

/** The environment that the sheet's agent finds too. */
function environmentOf(
  { places }: JobParts,
  { job, sheet, attempt }: Attempt,
  { state, path }: Context,
): Readonly<Record<string, string>> {
  return {
    TUTTI_JOB: job.id,
    TUTTI_SHEET: sheet.id,
    TUTTI_ATTEMPT: String(attempt),
    TUTTI_WORKSPACE: job.plan.workspace ?? places.workspace(job.id),
    TUTTI_STATE: state,
    GIT_CEILING_DIRECTORIES: dirname(path),
  };
}

/** The person's own shell is not in an image. */
const imageShell = ["sh", "-c", "command -v bash >/dev/null 2>&1 && exec bash; exec sh"] as const;

interface Wanted extends Pick<Entrance, "what" | "environment" | "exportsTo"> {
  readonly state: Visitable;
  readonly context: Context;
  readonly visit: string;
}

/** The program that a person gets to work with: their own shell, or the terminal of the agent that was at it last. */
async function terminalOf(
  parts: JobParts,
  attempt: Attempt,
  { what, state, context, environment, visit, exportsTo }: Wanted,
): Promise<Terminal> {
  if (what === "shell")
    return { argv: levels[context.level].hasContainer ? imageShell : [environment?.["SHELL"] || "/bin/sh"], env: {} };
  const agent = agentFor(attempt.sheet, state.counts);
  // A session is with one agent; another knows nothing of it.
  const session = state.session?.agent === state.counts.fallbacks ? state.session.id : null;
  await parts.agents.remember(attempt.job.id, environment);
  const prompt = attempt.job.interactive?.prompt ?? null;
  const terminal = await parts.kit.terminal(attempt, {
    agent,
    session,
    context,
    prompt,
    visit,
    ...(exportsTo === undefined ? {} : { exportsTo }),
  });
  if (terminal !== null) return terminal;
  const { id } = attempt.sheet;
  throw notNow(
    `${agentName(agent)} has no terminal of its own`,
    `Open a shell where it worked: tutti shell ${id} --job ${attempt.job.id}`,
  );
}
