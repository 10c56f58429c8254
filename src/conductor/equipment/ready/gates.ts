import type { HowEnded, ProcessEnd } from "../../../process/process.ts";
import { askGate } from "../../../landing/gates/ask.ts";
import { commandText } from "../../../score/plan/command.ts";
import { gatesOf } from "../../../landing/gates/compose.ts";
import { readGateFile } from "../../../landing/gates/file.ts";
import type { Gate } from "../../../landing/gates/gate.ts";
import { programsOf } from "../../../landing/gates/toolchain.ts";
import { landingRef } from "../../../sheet/job.ts";
import { flat } from "../../../base/text.ts";
import { gateHands } from "../gates.ts";
import type { TryingGround } from "./ground.ts";
import { meaningOf, unpreparedMeaning } from "./meaning.ts";
import type { Answer } from "./run-command.ts";

export interface TriedGate extends Answer {
  readonly shown: string;
}

/** The gates of a job's landings; of a pull request none, because its server tests it. */
export async function gatesFor({
  equipment,
  job,
  commit,
}: Pick<TryingGround, "equipment" | "job" | "commit">): Promise<readonly Gate[]> {
  const { landing } = job.plan;
  if (landing.pullRequest !== null || landingRef(job) === null) return [];
  const file = await readGateFile(equipment.git, equipment.store.gitDir, commit);
  return gatesOf({ file, plan: landing });
}

/** Asks a gate as a landing does, so that one verdict serves both; `null`: cancelled. */
export async function tryGate(ground: TryingGround, gate: Gate): Promise<TriedGate | null> {
  const { equipment, job, commit, tree, cancel } = ground;
  const hands = gateHands(equipment);
  const ends: ProcessEnd[] = [];
  const run = async (request: Parameters<typeof hands.runner.run>[0]): Promise<ProcessEnd> => {
    const end = await hands.runner.run(request);
    ends.push(end);
    return end;
  };
  const noting = { ...hands, notice: () => undefined, runner: { ...hands.runner, run } };
  const ref = landingRef(job) ?? "";
  const question = { commit, tree, target: { ref, tree }, requirements: [gate], cancel, isTrial: true };
  const ask = (isAnew: boolean): ReturnType<typeof askGate> =>
    askGate(noting, { ...question, isAnew, changed: () => Promise.resolve([]) }, gate);
  const known = await ask(false);
  // The cause of an earlier failure may have been repaired outside of the tree.
  const answer = known?.report.passed === false && ends.length === 0 ? await ask(true) : known;
  if (answer === undefined) return null;
  const { passed, reason } = answer.report;
  const how: HowEnded = ends.at(-1)?.how ?? { kind: "exited", code: passed ? 0 : 1 };
  const [first = "", ...rest] = reason.split("\n");
  const output = rest.length === 0 ? first : rest.join("\n");
  const shown = flat(commandText(gate.command));
  if (!passed && ends.length === 0) return { shown, output, meaning: unpreparedMeaning };
  const meaning = meaningOf({ shown, programs: programsOf(gate), how, output }, await ground.around(how));
  return { shown, output, meaning };
}
