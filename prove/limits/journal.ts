import type { EpochMs, SheetId } from "../../src/base/ids.ts";
import { type Throttle, isShutAt } from "../../src/schedule/throttle/throttle.ts";
import type { JobStatus } from "../../src/sheet/job.ts";
import type { SheetState } from "../../src/sheet/state.ts";
import { openReader } from "../../src/store/sqlite/open.ts";
import type { JournalRow } from "../../src/store/row.ts";
import type { Playground } from "../playground.ts";

/** What the store says of the one job, and of the accounts. */
export interface Seen {
  readonly position: number;
  readonly status: JobStatus | undefined;
  readonly throttles: readonly Throttle[];
  /** Sheets with an attempt under way. */
  readonly running: number;
}

export async function look(ground: Playground): Promise<Seen> {
  const store = await openReader(ground.home);
  try {
    if (store === undefined) return { position: 0, status: undefined, throttles: [], running: 0 };
    const [job] = await store.jobs();
    const states = job === undefined ? [] : [...(await store.sheets(job.id)).values()];
    const running = states.filter(({ kind }) => kind === "running").length;
    return {
      position: await store.position(),
      status: job?.status,
      throttles: [...(await store.throttles()).values()],
      running,
    };
  } finally {
    await store?.close();
  }
}

/** Nothing is to be sent to one of the accounts, for at least so long from now on. */
export function isParked({ throttles }: Seen, forMs: number): boolean {
  return throttles.some(({ shut }) => shut?.why === "limit" && isShutAt(shut, (Date.now() + forMs) as EpochMs));
}

export interface Story {
  readonly rows: readonly JournalRow[];
  readonly states: ReadonlyMap<SheetId, SheetState>;
}

export async function readStory(ground: Playground): Promise<Story> {
  const store = await openReader(ground.home);
  try {
    const [job] = (await store?.jobs()) ?? [];
    const rows = (await store?.rows({ after: 0, limit: 1_000_000 })) ?? [];
    return { rows, states: job === undefined || store === undefined ? new Map() : await store.sheets(job.id) };
  } finally {
    await store?.close();
  }
}
