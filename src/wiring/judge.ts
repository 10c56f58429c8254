import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Agent } from "../agents/agent.ts";
import { answerIn } from "../agents/run/answer.ts";
import type { EpochMs } from "../base/ids.ts";
import { endWords } from "../process/end-words.ts";
import type { JudgeRequest, Judgement } from "../checks/place.ts";
import type { Attempt } from "../conductor/hands.ts";
import { type Equipment, workspaceOf } from "./equipment.ts";

/** What a judge has to say is a line or two; an answer that is longer than this is none. */
const answerCap = 4 * 1024 * 1024;

/** Runs an agent in a folder for what it says, not for what it does there. */
export async function judgeWith(
  equipment: Equipment,
  attempt: Attempt,
  request: JudgeRequest & {
    readonly folder: string;
    readonly env: Readonly<Record<string, string>>;
    readonly cancel: AbortSignal;
  },
): Promise<Judgement> {
  const { job, sheet } = attempt;
  const agent = await equipment.agents.agentFor(request.agent);
  if (agent.runsPrompt === true)
    return {
      kind: "failed",
      why: `${agent.name} runs its prompt as a program, so it can't judge; name another agent in llm_judge`,
    };
  const folder = join(equipment.places.attempt(job.id, sheet.id, attempt.attempt), "judge");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const promptPath = join(folder, "prompt.md");
  const eventsPath = join(folder, "events.jsonl");
  await writeFile(promptPath, request.prompt);
  await writeFile(eventsPath, "");
  const command = agent.plan({
    jobId: job.id,
    sheetId: sheet.id,
    attempt: attempt.attempt,
    prompt: request.prompt,
    promptPath,
    eventsPath,
    contextPath: request.folder,
    workspacePath: workspaceOf(equipment, job),
    homePath: join(folder, "home"),
    session: null,
    budgetUsd: null,
    environment: equipment.client,
  });
  if (command.kind === "refused") return { kind: "failed", why: command.detail };
  const end = await equipment.run({
    argv: command.argv,
    cwd: request.folder,
    env: { ...request.env, ...command.env },
    ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
    output: { kind: "memory", capBytes: answerCap, cleaner: equipment.cleanerFor(command.secrets ?? []) },
    timeoutMs: request.timeoutMs,
    tree: "contained",
    cancel: request.cancel,
  });
  const answer = answerOf(agent, end.stdout.toString("utf8"), () => equipment.world.now());
  if (end.how.kind === "exited" && end.how.code === 0) return { kind: "said", text: answer };
  return { kind: "failed", why: endWords(end, request.timeoutMs) };
}

/** All it prints, or what its events say that it said. */
function answerOf(agent: Agent, printed: string, now: () => EpochMs): string {
  if (!agent.abilities.events) return printed;
  const reader = agent.reader(now);
  return answerIn([...printed.split("\n").flatMap((line) => reader.line(line)), ...reader.end()]);
}
