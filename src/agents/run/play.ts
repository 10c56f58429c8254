import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MachineUse } from "../../base/home/machine-use.ts";
import { writeFresh } from "../../base/files/write/write-fresh.ts";
import type { World } from "../../base/world/world.ts";
import type { Outside } from "../../process/enclosure.ts";
import type { Cleaner, ProcessEnd, RunProcess } from "../../process/process.ts";
import type { AgentEnd } from "../../sheet/events/event.ts";
import type { Performance } from "../../sheet/performance.ts";
import type { Trouble } from "../../sheet/trouble/trouble.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { Agent, AgentCommand, AgentPaths, Whose } from "../agent.ts";
import { openReceiver, type Receiver } from "../exports/receiver.ts";
import { troubleOf } from "../trouble/classify.ts";
import { type Ears, type Listening, listen } from "./listen.ts";
import { type LogIndex, openLogIndex } from "./log-index.ts";
import { outsideOf } from "./outside.ts";
import { readReported } from "./reported.ts";
import { talkTo } from "./talk.ts";
import type { LiveAgent } from "../../sheet/live-agent.ts";
import { type Additions, followUp, wholePrompt } from "./prompt.ts";

export interface PlayRequest {
  readonly agent: Agent;
  readonly whose: Whose;
  readonly words: PromptParts;
  readonly folders: PlayFolders;
  readonly session: GoneOn | null;
  readonly limits: PlayLimits;
  readonly environments: Environments;
  readonly events: Pick<Ears, "onAlive" | "onSpent"> & {
    readonly onOutput: (now: OutputNow) => void;
    /** It takes words while it runs. */
    readonly onLive: (live: LiveAgent) => void;
  };
}

/** How far a run is. */
export interface OutputNow {
  readonly action: string;
  readonly bytes: number;
  readonly usd: number | null;
  /** Its use of the machine so far; absent: not seen yet. */
  readonly use?: MachineUse;
}

interface PromptParts {
  readonly prompt: string;
  /** Belongs to the prompt, if that is a program. */
  readonly beside: string;
  readonly additions: Additions;
}

interface PlayFolders extends Pick<AgentPaths, "contextPath" | "workspacePath" | "homePath"> {
  /** Outside the context: prompt, logs and reported events. */
  readonly folder: string;
}

interface PlayLimits {
  readonly budgetUsd: number | null;
  readonly timeoutMs: number;
  readonly idleMs: number | null;
  readonly cancel: AbortSignal;
}

interface Environments {
  /** The allowed part of the user's. */
  readonly env: Readonly<Record<string, string>>;
  /** The client's; the profile names what the agent gets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** It does not reach the loopback of this machine. */
  readonly isApart?: boolean;
}

/** A session to resume. */
export interface GoneOn {
  readonly id: string;
  /** `null`: unknown. */
  readonly used: Usage | null;
  /** The run is in the session's folder. */
  readonly isSameFolder: boolean;
}

export interface PlayParts {
  readonly run: RunProcess;
  readonly world: World;
  /** Also removes what looks like a secret. */
  readonly cleanerFor: (secrets: readonly string[]) => () => Cleaner;
}

/** Enough for hours; the rest is counted and marked in the file. */
const logCap = 64 * 1024 * 1024;

/** An agent reports in it what it does not print. */
export function eventsIn(folder: string): string {
  return join(folder, "events.jsonl");
}

/** Runs an agent from prompt to end, and takes what it exports meanwhile. */
export async function playAgent(parts: PlayParts, request: PlayRequest): Promise<Performance> {
  const { exports } = request.agent;
  const receiver = exports === undefined || request.environments.isApart === true ? null : await openReceiver(exports);
  try {
    return await playFor(parts, request, receiver);
  } finally {
    await receiver?.close();
  }
}

async function playFor(parts: PlayParts, request: PlayRequest, receiver: Receiver | null): Promise<Performance> {
  const { agent, limits, folders } = request;
  const { folder, ...paths } = folders;
  if (limits.budgetUsd !== null && limits.budgetUsd <= 0)
    return notStarted({ code: "E701", detail: "nothing of it is left", resetAt: null });
  const session = sessionFor(request);
  const prompt = promptFor(request, session);
  const promptPath = join(folder, "prompt.md");
  const eventsPath = eventsIn(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(paths.homePath, { recursive: true, mode: 0o700 });
  await mkdir(paths.workspacePath, { recursive: true });
  await writeFile(promptPath, prompt);
  await writeFile(eventsPath, "");
  const brief = agent.runsPrompt === true ? { briefPath: join(folder, "brief.md") } : {};
  if (brief.briefPath !== undefined)
    await writeFile(brief.briefPath, wholePrompt(request.words.beside, request.words.additions));
  const filePaths = { ...brief, promptPath, eventsPath };
  const command = agent.plan({
    whose: request.whose,
    prompt,
    paths: { ...paths, ...filePaths },
    session: session?.id ?? null,
    budgetUsd: limits.budgetUsd,
    ...(receiver === null ? {} : { exportsTo: receiver.endpoint }),
    environment: request.environments.environment,
  });
  if (command.kind === "refused") return notStarted({ code: command.code, detail: command.detail, resetAt: null });
  // An earlier attempt worked in that home.
  for (const { path, text } of command.files ?? []) await writeFresh(dirname(paths.homePath), path, text);
  const talk = command.talk === undefined ? null : talkTo(command.talk, prompt, parts.world);
  if (talk !== null) request.events.onLive(talk);
  const listening = listen(parts.world, {
    agent,
    budgetUsd: limits.budgetUsd,
    cancel: limits.cancel,
    onAlive: request.events.onAlive,
    onSpent: request.events.onSpent,
    ...(talk === null ? {} : { onEvent: (event) => talk.hear(event) }),
    before: agent.abilities.usageOfSession === true ? (session?.used ?? null) : null,
  });
  receiver?.follow((usage) => listening.hear({ kind: "spent", scope: "total", usage }));
  const index = await openLogIndex(join(folder, "stdout.index"), listening, () => parts.world.now());
  const stdin = talk?.stdin ?? command.stdin;
  const outside = outsideOf(command, { ...paths, ...filePaths });
  const how = { command, stdin, listening, index, outside };
  const end = await runIndexed(parts, request, how).finally(() => talk?.stop());
  await receiver?.close();
  listening.stop();
  for (const event of await readReported(eventsPath, () => parts.world.now())) listening.hear(event);
  return performanceOf(parts, request, { end, listening, resumes: session !== null });
}

/** A program stays as it is. In its session, an agent knows the task and needs only the news. */
function promptFor({ agent, words: { prompt, additions } }: PlayRequest, session: GoneOn | null): string {
  if (agent.runsPrompt === true) return prompt;
  return session === null ? wholePrompt(prompt, additions) : followUp(additions);
}

/** Some agents wait for ever for a session of another folder. */
function sessionFor({ session, agent: { abilities } }: PlayRequest): GoneOn | null {
  if (session === null || !abilities.sessions) return null;
  return abilities.sessionsStay === true && !session.isSameFolder ? null : session;
}

type Run = Extract<AgentCommand, { kind: "run" }>;

async function runIndexed(...[parts, request, how]: Parameters<typeof runIt>): Promise<ProcessEnd> {
  try {
    return await runIt(parts, request, how);
  } finally {
    await how.index.close();
  }
}

function runIt(
  { run, cleanerFor }: PlayParts,
  request: PlayRequest,
  how: { command: Run; stdin: Run["stdin"]; listening: Listening; index: LogIndex; outside: Outside },
): Promise<ProcessEnd> {
  const { command, stdin, listening, index, outside } = how;
  let bytes = 0;
  let seen: Pick<OutputNow, "use"> = {};
  const { agent, folders, limits } = request;
  const tell = (): void =>
    request.events.onOutput({ action: listening.action, bytes, usd: listening.usage?.usd ?? null, ...seen });
  const { folder } = folders;
  return run({
    argv: command.argv,
    cwd: folders.contextPath,
    env: { ...request.environments.env, ...command.env },
    ...(stdin === undefined ? {} : { stdin }),
    output: {
      kind: "files",
      stdoutPath: join(folder, "stdout.log"),
      stderrPath: join(folder, "stderr.log"),
      capBytes: logCap,
      cleaner: cleanerFor(command.secrets ?? []),
      onLine: (stream, line) => {
        if (stream === "stdout") listening.line(line);
      },
      onKept: (more) => {
        index.wrote(more);
        bytes += more;
        tell();
      },
    },
    limits: {
      timeoutMs: limits.timeoutMs,
      ...(limits.idleMs === null ? {} : { idleMs: limits.idleMs }),
      // An agent that asks a question in plain text has not begun.
      ...(agent.abilities.events
        ? { startMs: agent.startMs ?? usualStartMs, hasBegun: () => listening.feedback.isStarted }
        : {}),
      cancel: listening.cancel,
      onUse: (use) => {
        seen = { use };
        tell();
      },
      outside,
    },
    tree: "contained",
  });
}

/** Ten times what the slowest agent needs on a loaded machine. */
const usualStartMs = 180_000;

function performanceOf(
  { world }: PlayParts,
  request: PlayRequest,
  ran: { end: ProcessEnd; listening: Listening; resumes: boolean },
): Performance {
  const { end, listening, resumes } = ran;
  const { feedback } = listening;
  const { abilities, complaints } = request.agent;
  const stderr = end.stderr.toString("utf8");
  const trouble = troubleOf({
    how: end.how,
    oom: end.oom === true,
    feedback,
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
    words: feedback.lastText,
    outlived: end.outlived === true,
    ...(end.use === undefined ? {} : { use: end.use }),
  };
}

/** The exceeded limit, not the time until the signal took effect. */
function endOf({ how, durationMs }: ProcessEnd, request: PlayRequest, { ended }: Listening): AgentEnd {
  switch (how.kind) {
    case "timed-out":
      return { kind: "timed-out", afterMs: request.limits.timeoutMs };
    case "idle":
      return { kind: "idle", afterMs: request.limits.idleMs ?? Math.round(durationMs) };
    case "silent":
      return { kind: "silent", afterMs: Math.round(durationMs) };
    case "cancelled":
      if (ended === "limit") return { kind: "limited" };
      return ended === "budget" ? { kind: "over-budget", limitUsd: request.limits.budgetUsd ?? 0 } : how;
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
