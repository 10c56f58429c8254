import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JobId, SheetId } from "../base/ids.ts";
import type { RunProcess } from "../process/process.ts";
import type { AgentEnd } from "../sheet/event.ts";
import type { Agent } from "./agent.ts";
import { type Additions, wholePrompt } from "./prompt.ts";
import { readSignals } from "./signals.ts";

export interface PlayRequest {
  readonly agent: Agent;
  readonly jobId: JobId;
  readonly sheetId: SheetId;
  readonly attempt: number;
  readonly prompt: string;
  readonly additions: Additions;
  readonly contextPath: string;
  readonly workspacePath: string;
  /** Outside the context: prompt, logs and reported facts of this attempt. */
  readonly folder: string;
  /** What the agent may have of the user's environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly idleMs: number | null;
  readonly cancel: AbortSignal;
}

/** How an agent's run went. */
export interface Performance {
  readonly end: AgentEnd;
  /** Something it started may still be at work in its context. */
  readonly outlived: boolean;
}

/** Enough for hours of an agent's talk; what is beyond is counted and marked in the file. */
const logCap = 64 * 1024 * 1024;

/** Runs an agent in its context from prompt to end, its output going to files as it comes. */
export async function playAgent(run: RunProcess, request: PlayRequest): Promise<Performance> {
  const { agent, folder } = request;
  const prompt = wholePrompt(request.prompt, request.additions);
  const promptPath = join(folder, "prompt.md");
  const eventsPath = join(folder, "events.jsonl");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(request.workspacePath, { recursive: true });
  await writeFile(promptPath, prompt);
  await writeFile(eventsPath, "");
  const command = agent.plan({ ...request, prompt, promptPath, eventsPath });
  if (command.kind === "refused") return { end: { kind: "not-started", detail: command.detail }, outlived: false };
  const end = await run({
    argv: command.argv,
    cwd: request.contextPath,
    env: { ...request.env, ...command.env },
    ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
    output: { kind: "files", stdoutPath: join(folder, "stdout.log"), stderrPath: join(folder, "stderr.log"), capBytes: logCap },
    timeoutMs: request.timeoutMs,
    ...(request.idleMs === null ? {} : { idleMs: request.idleMs }),
    tree: "contained",
    cancel: request.cancel,
  });
  return { end: withLimit(agent.readEnd(end, (await readSignals(eventsPath)).signals), request), outlived: end.outlived === true };
}

/** The limit that was overstepped, not the time until the last signal took effect. */
function withLimit(end: AgentEnd, request: PlayRequest): AgentEnd {
  if (end.kind === "timed-out") return { ...end, afterMs: request.timeoutMs };
  return end.kind === "idle" && request.idleMs !== null ? { ...end, afterMs: request.idleMs } : end;
}
