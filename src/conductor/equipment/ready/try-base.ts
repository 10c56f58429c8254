import { type Job, landingRef } from "../../../sheet/job.ts";
import type { FixRecord } from "../../../fix/model.ts";
import { toolNamed } from "../../../findings/catalog.ts";
import type { BaseReport } from "../../hands.ts";
import { withCopy } from "../copies/copies.ts";
import { type Equipment, resolverOf, workspaceOf } from "../equipment.ts";
import { lookAtAgents } from "./agents.ts";
import { type BaseCommand, baseCommands, tasksOf } from "./commands.ts";
import { type Tried, judgeBase } from "./decide.ts";
import { gatesFor, tryGate } from "./gates.ts";
import { type Base, type TryingGround, groundOf } from "./ground.ts";
import { type OpenServer, lookAtRemote } from "./remote.ts";
import { tryCommand } from "./run-command.ts";

/** Looks for all causes that would make every attempt of a job fail. */
export async function tryBase(
  equipment: Equipment,
  job: Job,
  base: Base & { readonly openServer: OpenServer },
): Promise<BaseReport> {
  const [agents, remote, commands] = await Promise.all([
    lookAtAgents(equipment.programs, job),
    lookAtRemote(equipment, job, base),
    tryCommands(equipment, job, base),
  ]);
  return {
    problems: [...agents.problems, ...remote, ...commands.problems],
    told: [...agents.told, ...commands.told],
  };
}

/** Tries what a job will be validated with on the commit that it starts from, in folders that are thrown away. */
async function tryCommands(equipment: Equipment, job: Job, base: Base): Promise<BaseReport> {
  const resolver = resolverOf(job.plan);
  const { commands } = baseCommands(job.plan, resolver, workspaceOf(equipment, job));
  const gates = await gatesFor({ equipment, job, ...base });
  if (commands.length + gates.length === 0) return { problems: [], told: [] };
  const ground = await groundOf(equipment, job, { ...base, lend: (of, copy) => withCopy(equipment, of, copy) });
  const tried = await tryAll(ground, { commands, gates });
  return judgeBase(
    tried.filter((one) => one !== null),
    { target: landingRef(job) ?? "the folder", leavesTests: leavesTests(await equipment.records.fixRecord()) },
  );
}

/** `undefined`: `tutti fix` did not make the job. */
export function leavesTests(fix: Pick<FixRecord, "sheets"> | undefined): boolean {
  const asked = fix?.sheets.flatMap((sheet) => sheet.asked) ?? [];
  return fix !== undefined && !asked.some(({ tool }) => toolNamed(tool)?.runsTests === true);
}

function tryAll(
  ground: TryingGround,
  { commands, gates }: { commands: readonly BaseCommand[]; gates: Awaited<ReturnType<typeof gatesFor>> },
): Promise<readonly (Tried | null)[]> {
  const { job } = ground;
  const resolver = resolverOf(job.plan);
  const all = job.plan.sheets.map(({ id }) => id);
  const asking = [
    ...gates.map((gate) => async (): Promise<Tried | null> => {
      const answer = await tryGate(ground, gate);
      return answer === null ? null : { ...answer, as: "gate", sheets: all, tasks: tasksOf(job.plan, resolver, all) };
    }),
    ...commands.map((command) => async (): Promise<Tried | null> => {
      const answer = await tryCommand(ground, command);
      const { shown, sheets } = command;
      if (answer === null) return null;
      const tasks = answer.meaning.kind === "fails" ? tasksOf(job.plan, resolver, sheets) : 0;
      return { ...answer, shown, sheets, as: "validation", tasks };
    }),
  ];
  return atMost(mostAtOnce, asking, (ask) => ask());
}

/** Each command has a folder of its own, so that none meets what another one left. */
const mostAtOnce = 4;

async function atMost<T, R>(most: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const left = [...items.entries()];
  const workOn = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, workOn));
  return results;
}
