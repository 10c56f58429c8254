import { newRunLog } from "../../../base/files/run-log.ts";
import { byText, type FileChange } from "../../../base/line-move.ts";
import { choicePrompt, readChoice } from "../../../checks/choice/choice.ts";
import { readLineChanges } from "../../../git/diff/line-changes.ts";
import { agentName } from "../../../score/plan/agents/agent-plan.ts";
import type { Job } from "../../../sheet/job.ts";
import type { ChosenResult, Hands, RivalResult } from "../../hands.ts";
import { checkEnvironment } from "../checking.ts";
import type { Equipment } from "../equipment.ts";
import { withCopy } from "../copies/copies.ts";
import { judgeWith, taskOf } from "./judging.ts";

const longestMs = 15 * 60_000;

/** Asks an agent which of several results should land. It sees the changes, not whose they are. */
export function chooserOf(equipment: Equipment): Hands["chooseResult"] {
  return async (job, results, cancel) => {
    const [first] = results;
    if (first === undefined) return { winner: null, why: "" };
    const answer = await ask(equipment, { job, results, first, cancel });
    return cancel.aborted ? { ...answer, winner: null } : answer;
  };
}

interface Asking {
  readonly job: Job;
  readonly results: readonly RivalResult[];
  readonly first: RivalResult;
  readonly cancel: AbortSignal;
}

async function ask(equipment: Equipment, { job, results, first, cancel }: Asking): Promise<ChosenResult> {
  const { git, store, places, world } = equipment;
  const attempt = { job, sheet: first.sheet, attempt: first.state.attempt };
  const agent = first.sheet.contest?.judge ?? first.sheet.agent;
  // By their hashes: the order of the agents would tell a judge who is who.
  const shuffled = results.toSorted((one, other) => (one.state.capture < other.state.capture ? -1 : 1));
  const changes: (readonly FileChange[])[] = [];
  for (const { state } of shuffled)
    changes.push([
      ...byText(await readLineChanges(git, store.gitDir, { from: state.base, to: state.capture })).values(),
    ]);
  const log = await newRunLog(places.outputs(job.id, first.sheet.id, attempt.attempt), {
    name: "choice",
    at: world.now(),
  });
  const judgement = await withCopy(equipment, attempt, {
    commit: first.state.base,
    purpose: "base",
    cancel,
    use: (folder) =>
      judgeWith(equipment, attempt, {
        agent,
        prompt: choicePrompt(taskOf(equipment, attempt, folder), changes),
        timeoutMs: longestMs,
        log,
        purpose: "choice",
        folder,
        env: checkEnvironment(equipment, attempt),
        cancel,
      }),
  });
  const { usage } = judgement;
  const spent = usage === undefined ? {} : { usage };
  const choice =
    judgement.kind === "said" ? readChoice(judgement.text, shuffled.length) : { ...judgement, kind: "none" as const };
  if (choice.kind === "none")
    return {
      winner: first.sheet.id,
      why: `validations and reviews say the same of ${String(results.length)} results, and ${agentName(agent)} could not choose (${choice.why}): the first is taken`,
      ...spent,
    };
  const winner = shuffled[choice.place]?.sheet.id ?? first.sheet.id;
  return { winner, why: `${agentName(agent)} chose it${choice.reason === "" ? "" : `: ${choice.reason}`}`, ...spent };
}
