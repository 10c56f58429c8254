import { join } from "node:path";
import { type BenchHome, requireTutti } from "../conductor/home.ts";

/** What a person waits for, in milliseconds. */
export const moments = ["start", "end", "run", "status", "list", "conductor"] as const;
export type Moment = (typeof moments)[number];

export const momentWords: Readonly<Record<Moment, string>> = {
  start: "a job: accepted to the start of its sheet",
  end: "a job: start of its last sheet to finished",
  run: "`tutti run`, the whole command",
  status: "`tutti status`, the whole command",
  list: "`tutti list`, the whole command",
  conductor: "`tutti start`, the whole command",
};

export type Moments = Readonly<Record<Moment, number>>;

/** Each once, with a conductor that runs; it is stopped and started again at the end. */
export async function liveThrough(home: BenchHome): Promise<Moments> {
  const times: Partial<Record<Moment, number>> = {};
  const timed = async (moment: Moment, args: readonly string[]): Promise<string> => {
    const from = performance.now();
    const out = await requireTutti(home, args);
    times[moment] = performance.now() - from;
    return out;
  };
  const played = await timed("run", ["run", join(home.env["HOME"] ?? "", "one.yaml"), "--json"]);
  const events = played
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Event);
  const at = (type: string): number => events.findLast((event) => event.type === type)?.at ?? Number.NaN;
  times.start = at("sheet.started") - at("job.started");
  times.end = at("job.completed") - at("sheet.started");
  await timed("status", ["status"]);
  await timed("list", ["list"]);
  await requireTutti(home, ["stop"]);
  await timed("conductor", ["start"]);
  return times as Moments;
}

export interface Event {
  readonly type: string;
  readonly at: number;
}
