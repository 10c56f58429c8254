import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Agent } from "../../../agents/agent.ts";
import { foldFeedback } from "../../../agents/run/feedback.ts";
import { answerIn } from "../../../agents/run/log.ts";
import { writeFresh } from "../../../base/files/write/write-fresh.ts";
import type { EpochMs } from "../../../base/ids.ts";
import { withKept } from "../../../checks/kept-run.ts";
import type { CheckPlace, Judgement, JudgeRequest } from "../../../checks/place.ts";
import { endWords } from "../../../process/process.ts";
import type { AgentPlan } from "../../../score/plan/agents/agent-plan.ts";
import { agentFor } from "../../../score/plan/agents/cast.ts";
import { emptyScene } from "../../../score/resolve/scene.ts";
import { noCounts } from "../../../sheet/counts.ts";
import type { Usage } from "../../../sheet/cost/usage.ts";
import type { Review } from "../../../sheet/verdict.ts";
import type { Attempt } from "../../hands.ts";
import { type Equipment, resolverOf, workspaceOf } from "../equipment.ts";
import { personalFiles, runFor } from "../sandbox.ts";
import { outputOf } from "../scene.ts";

interface Around {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cancel: AbortSignal;
}

/** The agent whose work is validated, and those that may be asked about it. */
export function agentsAround(
  equipment: Equipment,
  attempt: Attempt,
  { reviewed, ...around }: Around & { readonly reviewed: Review | null },
): CheckPlace["agents"] {
  const { job, sheet } = attempt;
  const author = async (): Promise<AgentPlan> => {
    const state = (await equipment.records.past.sheets(job.id)).get(sheet.id);
    return agentFor(sheet, state === undefined || state.kind === "skipped" ? noCounts : state.counts);
  };
  return {
    author,
    cast: [sheet.agent, ...sheet.fallbacks],
    reviewed,
    task: () => Promise.resolve(taskOf(equipment, attempt, around.folder)),
    answer: async () =>
      outputOf(equipment, job, { sheet, attempt: attempt.attempt, agent: await author(), maxChars: answerCap }),
    judge: (request) => judgeWith(equipment, attempt, { ...request, ...around }),
  };
}

export function taskOf(equipment: Equipment, { job, sheet }: Attempt, folder: string): string {
  const made = resolverOf(job.plan).prompt(sheet, emptyScene(workspaceOf(equipment, job), folder));
  return made.kind === "text" ? made.text : sheet.title;
}

/** A judge's answer is a line or two; a longer answer than this is discarded. */
const answerCap = 4 * 1024 * 1024;

/** Runs an agent in a folder for what it says, not for what it does there. */
export async function judgeWith(
  equipment: Equipment,
  attempt: Attempt,
  request: JudgeRequest & Around,
): Promise<Judgement> {
  const { job, sheet } = attempt;
  const agent = await equipment.programs.agents.agentFor(request.agent);
  if (agent.runsPrompt === true)
    return {
      kind: "failed",
      why: `${agent.name} runs its prompt as a program, so it can't judge; name another agent`,
    };
  const folder = join(equipment.places.attempt(job.id, sheet.id, attempt.attempt), request.purpose ?? "judge");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const promptPath = join(folder, "prompt.md");
  const eventsPath = join(folder, "events.jsonl");
  await writeFile(promptPath, request.prompt);
  await writeFile(eventsPath, "");
  const command = agent.plan({
    whose: { jobId: job.id, sheetId: sheet.id, attempt: attempt.attempt },
    prompt: request.prompt,
    paths: {
      promptPath,
      eventsPath,
      contextPath: request.folder,
      workspacePath: workspaceOf(equipment, job),
      homePath: join(folder, "home"),
    },
    session: null,
    budgetUsd: null,
    isAlone: true,
    environment: equipment.programs.client,
  });
  if (command.kind === "refused") return { kind: "failed", why: command.detail };
  for (const { path, text } of command.files ?? []) await writeFresh(folder, path, text);
  const cleaner = equipment.programs.cleanerFor(command.secrets ?? []);
  const mine = [join(folder, "home"), eventsPath, ...personalFiles(equipment, agent)];
  const confined = await runFor(equipment, job, {
    write: [request.folder, ...mine],
    read: [folder],
    agent,
    sheet: sheet.id,
  });
  const end = await withKept({ path: request.log, cleaner }, confined, (run) =>
    run({
      argv: command.argv,
      cwd: request.folder,
      env: { ...request.env, ...command.env },
      ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
      output: { kind: "memory", capBytes: answerCap, cleaner },
      limits: { timeoutMs: request.timeoutMs, cancel: request.cancel },
      tree: "contained",
    }),
  );
  const { answer, usage } = heard(agent, end.stdout.toString("utf8"), () => equipment.world.now());
  const spent = usage === undefined ? {} : { usage };
  if (end.how.kind === "exited" && end.how.code === 0) return { kind: "said", text: answer, ...spent };
  return { kind: "failed", why: endWords(end, request.timeoutMs), ...spent };
}

/** All it prints, or what its events say that it said and used. */
function heard(
  agent: Agent,
  printed: string,
  now: () => EpochMs,
): { readonly answer: string; readonly usage: Usage | null | undefined } {
  const unknown = agent.isFree === true ? undefined : null;
  if (!agent.abilities.events) return { answer: printed, usage: unknown };
  const reader = agent.reader(now);
  const events = [...printed.split("\n").flatMap((line) => reader.line(line)), ...reader.end()];
  const fold = foldFeedback();
  for (const event of events) fold.add(event);
  return { answer: answerIn(events), usage: agent.abilities.usage ? fold.feedback.usage : unknown };
}
