import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { World } from "../../base/world.ts";
import type { Cleaner, ProcessEnd, RunProcess } from "../../process/process.ts";
import type { AgentEnd } from "../../sheet/events/event.ts";
import type { Performance } from "../../sheet/performance.ts";
import type { Trouble } from "../../sheet/trouble/trouble.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { Agent, AgentCommand } from "../agent.ts";
import { troubleOf } from "../trouble/classify.ts";
import { type Listening, listen } from "./listen.ts";
import { readReported } from "./reported.ts";

export interface PlayRequest {
  readonly agent: Agent;
  readonly jobId: JobId;
  readonly sheetId: SheetId;
  readonly attempt: number;
  readonly prompt: string;
  /** What belongs to the prompt and is not part of it, where that is a program. */
  readonly beside: string;
  readonly additions: Additions;
  readonly contextPath: string;
  readonly workspacePath: string;
  /** Outside the context: prompt, logs and reported facts of this attempt. */
  readonly folder: string;
  /** Outlives the attempt. */
  readonly homePath: string;
  readonly session: GoneOn | null;
  readonly budgetUsd: number | null;
  /** What the agent may have of the user's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** All that the client's terminal had; an agent takes of it what its profile names. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly idleMs: number | null;
  readonly cancel: AbortSignal;
  readonly onAlive: (sign: { readonly session: string | null; readonly model: string | null }) => void;
  readonly onSpent: (usage: Usage, largestTurnUsd: number | null) => void;
}

/** A session that a run goes on with. */
export interface GoneOn {
  readonly id: string;
  /** What its runs used so far; `null`: nobody knows. */
  readonly used: Usage | null;
  /** The run is in the folder that the session began in. */
  readonly isSameFolder: boolean;
}

export interface PlayParts {
  readonly run: RunProcess;
  readonly world: World;
  /** Takes these out of whatever is kept, and what looks like a secret besides. */
  readonly cleanerFor: (secrets: readonly string[]) => () => Cleaner;
}

/** Enough for hours of an agent's talk; what is beyond is counted and marked in the file. */
const logCap = 64 * 1024 * 1024;

/** Runs an agent in its context from prompt to end, its output going to files and ears as it comes. */
export async function playAgent(parts: PlayParts, request: PlayRequest): Promise<Performance> {
  const { agent, folder } = request;
  if (request.budgetUsd !== null && request.budgetUsd <= 0)
    return notStarted({ code: "E701", detail: "nothing of it is left", resetAt: null });
  const session = sessionFor(request);
  const prompt = promptFor(request, session);
  const promptPath = join(folder, "prompt.md");
  const eventsPath = join(folder, "events.jsonl");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(request.homePath, { recursive: true, mode: 0o700 });
  await mkdir(request.workspacePath, { recursive: true });
  await writeFile(promptPath, prompt);
  await writeFile(eventsPath, "");
  const brief = agent.runsPrompt === true ? { briefPath: join(folder, "brief.md") } : {};
  if (brief.briefPath !== undefined) await writeFile(brief.briefPath, wholePrompt(request.beside, request.additions));
  const command = agent.plan({ ...request, ...brief, session: session?.id ?? null, prompt, promptPath, eventsPath });
  if (command.kind === "refused") return notStarted({ code: command.code, detail: command.detail, resetAt: null });
  for (const { path, text } of command.files ?? []) await writeBeside(path, text);
  const listening = listen(parts.world, {
    ...request,
    before: agent.abilities.usageOfSession === true ? (session?.used ?? null) : null,
  });
  const end = await runIt(parts, request, { command, listening });
  listening.stop();
  for (const event of await readReported(eventsPath, () => parts.world.now())) listening.hear(event);
  return performanceOf(parts, request, { end, listening, resumes: session !== null });
}

/** A program is run as it is. An agent that goes on in its session knows the task: what is new is enough for it. */
function promptFor({ agent, prompt, additions }: PlayRequest, session: GoneOn | null): string {
  if (agent.runsPrompt === true) return prompt;
  return session === null ? wholePrompt(prompt, additions) : followUp(additions);
}

/** Where the agent can. Some look for it by the folder, and one that is not there they wait for without a word. */
function sessionFor({ session, agent: { abilities } }: PlayRequest): GoneOn | null {
  if (session === null || !abilities.sessions) return null;
  return abilities.sessionsStay === true && !session.isSameFolder ? null : session;
}

type Run = Extract<AgentCommand, { kind: "run" }>;

function runIt(
  { run, cleanerFor }: PlayParts,
  request: PlayRequest,
  how: { command: Run; listening: Listening },
): Promise<ProcessEnd> {
  const { command, listening } = how;
  const { agent, folder } = request;
  return run({
    argv: command.argv,
    cwd: request.contextPath,
    env: { ...request.env, ...command.env },
    ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
    output: {
      kind: "files",
      stdoutPath: join(folder, "stdout.log"),
      stderrPath: join(folder, "stderr.log"),
      capBytes: logCap,
      cleaner: cleanerFor(command.secrets ?? []),
      onLine: (stream, line) => {
        if (stream === "stdout") listening.line(line);
      },
    },
    timeoutMs: request.timeoutMs,
    ...(request.idleMs === null ? {} : { idleMs: request.idleMs }),
    // One that asks a person something, in plain words, has not begun.
    ...(agent.abilities.events
      ? { startMs: agent.startMs ?? usualStartMs, hasBegun: () => listening.heard.isStarted }
      : {}),
    tree: "contained",
    cancel: listening.cancel,
  });
}

/** The slowest of the agents that are known takes a tenth of it on a loaded machine. */
const usualStartMs = 180_000;

function performanceOf(
  { world }: PlayParts,
  request: PlayRequest,
  ran: { end: ProcessEnd; listening: Listening; resumes: boolean },
): Performance {
  const { end, listening, resumes } = ran;
  const { heard } = listening;
  const { abilities, complaints } = request.agent;
  const stderr = end.stderr.toString("utf8");
  const trouble = troubleOf({
    how: end.how,
    oom: end.oom === true,
    heard,
    abilities,
    resumes,
    stderr,
    complaints,
    now: world.now(),
  });
  const how = endOf(end, request, listening);
  const isRun = how.kind !== "not-started";
  return {
    end: how,
    trouble: how.kind === "over-budget" ? { code: "E701", detail: "", resetAt: null } : trouble,
    usage: isRun && request.agent.isFree !== true ? listening.usage : undefined,
    words: heard.lastText,
    outlived: end.outlived === true,
  };
}

/** The limit that was overstepped, not the time until the last signal took effect. */
function endOf({ how, durationMs }: ProcessEnd, request: PlayRequest, { ended }: Listening): AgentEnd {
  switch (how.kind) {
    case "timed-out":
      return { kind: "timed-out", afterMs: request.timeoutMs };
    case "idle":
      return { kind: "idle", afterMs: request.idleMs ?? Math.round(durationMs) };
    case "silent":
      return { kind: "silent", afterMs: Math.round(durationMs) };
    case "cancelled":
      if (ended === "limit") return { kind: "limited" };
      return ended === "budget" ? { kind: "over-budget", limitUsd: request.budgetUsd ?? 0 } : how;
    case "not-started":
      return { kind: "not-started", detail: how.reason };
    case "exited":
    case "signalled":
      return how;
  }
}

function notStarted(trouble: Trouble): Performance {
  return {
    end: { kind: "not-started", detail: trouble.detail },
    trouble,
    usage: undefined,
    words: null,
    outlived: false,
  };
}

async function writeBeside(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, text, { mode: 0o600 });
}

/** What is added to a sheet's prompt. */
interface Additions {
  /** What the result must meet, one line each. */
  readonly requirements: readonly string[];
  /** What is to be known of the last attempt; `null` for the first. */
  readonly brief: string | null;
}

/**
 * What an agent is told: the sheet's prompt, what its result will be checked for and, from the second attempt on, the
 * brief about the last one. The brief comes last, where it is read with most care. Both stand under a line of their own
 * that the scripted agent stops at.
 */
export function wholePrompt(prompt: string, { requirements, brief }: Additions): string {
  const checked =
    requirements.length === 0
      ? ""
      : `\n\nrequirements:\nThe result is checked automatically. It is done when all of this holds:\n${listed(requirements)}\n`;
  return `${prompt}${checked}${brief === null ? "" : `\n\nbrief:\n${brief}\n`}`;
}

/** For an agent that knows the task from the session it goes on in. */
function followUp({ requirements, brief }: Additions): string {
  const what = brief ?? "You were interrupted. Look at what you did so far and go on.";
  return requirements.length === 0
    ? `${what}\n`
    : `${what}\n\nThe result is still checked automatically for all of this:\n${listed(requirements)}\n`;
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
