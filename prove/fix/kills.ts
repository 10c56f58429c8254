import { setTimeout as pause } from "node:timers/promises";
import { kill } from "../census.ts";
import { killConductor, nextConductor } from "../conductor-kills/target.ts";
import { readLives, readProgress } from "../conductor-kills/journal.ts";
import { type Moment, awaitMoment, drawMoment } from "../kills-moment.ts";
import type { Playground } from "../playground.ts";
import type { Chance } from "../seed.ts";
import { type End, runTutti, startTutti } from "../tutti.ts";
import { type Size, fixArgs } from "./project.ts";

type Whom = "conductor" | "client" | "both";

interface Kill {
  readonly whom: Whom;
  /** The conductor with all that it started. */
  readonly isWhole: boolean;
  readonly moment: Moment | Started;
}

/** As soon as the journal says that so many sheets have started: it comes in every job, however fast the machine is. */
interface Started {
  readonly kind: "started";
  readonly sheets: number;
}

export interface KilledPlay {
  readonly kills: readonly Whom[];
  /** How often a person had to say something again: fix, where there was no job yet, else resume. */
  readonly words: readonly string[];
  readonly last: End;
}

/**
 * A job whose client and conductor are killed at drawn moments. A person who sees it says `tutti resume`, or `tutti
 * fix` where nothing had begun.
 */
export async function playKilled(ground: Playground, chance: Chance, size: Size): Promise<KilledPlay> {
  const plan = Array.from({ length: 2 + chance.whole(4) }, (_, place) =>
    place === 0 ? drawFirst(chance, size) : drawKill(chance),
  );
  const kills: Whom[] = [];
  const words: string[] = [];
  let last: End = { code: null, said: "" };
  for (let start = 0; start < mostStarts; start += 1) {
    const args = start === 0 || (await readProgress(ground)).status === undefined ? fixArgs(size) : ["resume"];
    if (start > 0) words.push(args[0] ?? "");
    const client = startTutti(ground, args);
    const over = new AbortController();
    const killing = killNext({
      ground,
      pid: client.pid,
      plan,
      kills,
      over: over.signal,
      spanMs: spanPerFileMs * size.files,
    });
    last = await client.ended;
    over.abort();
    await killing;
    if (last.code !== null) break;
  }
  return { kills, words, last };
}

const everyone = ["conductor", "client", "both"] as const;
const mostStarts = 12;
const spanPerFileMs = 60;

/** Moments by the clock or by a file may never come in a short job. The first kill does, so that none goes unharmed. */
function drawFirst(chance: Chance, size: Size): Kill {
  const moment = { kind: "started", sheets: 1 + chance.whole(Math.ceil(size.files / 2)) } as const;
  return { whom: chance.pick(everyone), isWhole: chance.next() < 0.5, moment };
}

function drawKill(chance: Chance): Kill {
  const whom = chance.pick(everyone);
  const isWhole = chance.next() < 0.5;
  const moment = drawMoment(chance, false);
  // Files of other jobs are no sign here.
  if (moment.kind === "landing" && !moment.sign.folder.startsWith(".git"))
    return { whom, isWhole, moment: { kind: "time", share: chance.next() } };
  return { whom, isWhole, moment };
}

interface Killing {
  readonly ground: Playground;
  /** The client that waits. */
  readonly pid: number;
  /** What is still to come: taken from the front. */
  readonly plan: Kill[];
  readonly kills: Whom[];
  readonly over: AbortSignal;
  readonly spanMs: number;
}

/** Until the client is gone. Counted from when a conductor can be seen. */
async function killNext({ ground, pid, plan, kills, over, spanMs }: Killing): Promise<void> {
  let last: Awaited<ReturnType<typeof nextConductor>>;
  for (let next = plan[0]; next !== undefined && !over.aborted; next = plan[0]) {
    // A person who sees no job asks for it once more: whether the first asking was heard is not known before it is
    // written.
    if (next.whom !== "conductor") await untilJob(ground, over);
    const running = await nextConductor(ground, next.whom === "client" ? undefined : last, over);
    if (running === undefined || !(await isTime(ground, next.moment, { over, spanMs }))) return;
    plan.shift();
    last = running;
    if (next.whom !== "conductor") kill(pid);
    if (next.whom === "client" || (await killConductor(ground, running, next.isWhole))) kills.push(next.whom);
    if (next.whom !== "conductor") return;
    await pause(1);
  }
}

async function untilJob(ground: Playground, over: AbortSignal): Promise<void> {
  while (!over.aborted && (await readProgress(ground)).status === undefined) await pause(20);
}

async function isTime(
  ground: Playground,
  moment: Kill["moment"],
  { over, spanMs }: Pick<Killing, "over" | "spanMs">,
): Promise<boolean> {
  if (moment.kind === "started") {
    while (!over.aborted && (await readLives(ground)).started < moment.sheets) await pause(5);
    return !over.aborted;
  }
  const awaited = awaitMoment(moment, ground, spanMs);
  const called = new Promise<"over">((resolve) => {
    if (over.aborted) resolve("over");
    over.addEventListener("abort", () => resolve("over"), { once: true });
  });
  const first = await Promise.race([awaited.reached, called]);
  awaited.callOff();
  return first === "reached";
}

export async function stopConductor(ground: Playground): Promise<void> {
  await runTutti(ground, ["stop"]);
}
