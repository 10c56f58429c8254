import type { JobId } from "../base/ids.ts";
import { type Demand, passFor, shareOut } from "../schedule/share.ts";

/** The slots that all jobs share: how many sheets may run at once in this process. */
export interface Slots {
  join(member: Member): Seat;
  /** Sheets that run now. */
  running(): number;
  /** There may be more room than before. */
  changed(): void;
}

interface Member {
  readonly job: JobId;
  readonly priority: () => number;
  /** A folder that only one sheet may work in at a time, whichever job it is of; `null` for contexts of their own. */
  readonly place: string | null;
  /** A result that has yet to come to rest lies in its place, though nothing runs there. */
  readonly isPlaceBusy: () => boolean;
  /** Called when the job may start what it was refused before. */
  readonly wake: () => void;
}

/** One job's place among the others. */
export interface Seat {
  /** How many of these may start now. The rest is remembered, and the job is woken when it is its turn. */
  take(wants: number): number;
  /** A sheet that took a slot has finished. */
  free(): void;
  leave(): void;
}

interface Seated extends Member {
  running: number;
  wants: number;
  pass: number;
}

export function makeSlots(limit: () => number): Slots {
  const seats = new Set<Seated>();
  let reached = 0;
  const shares = (): ReturnType<typeof shareOut> =>
    shareOut([...seats].map(demandOf), { free: Math.max(0, limit() - runningIn(seats)), reached });
  const wakeOthers = (than: Seated | undefined): void => {
    // Asked whenever a sheet ends: mostly all have what they want.
    if (!isAnyWanting(seats)) return;
    const due = shares();
    for (const seat of seats) if (seat !== than && (due.get(seat.job)?.start ?? 0) > 0) seat.wake();
  };
  return {
    running: () => runningIn(seats),
    changed: () => {
      wakeOthers(undefined);
    },
    join: (member) => {
      const seat: Seated = { ...member, running: 0, wants: 0, pass: passFor(reached, member.priority()) };
      seats.add(seat);
      return {
        take: (wants) => {
          seat.wants = wants;
          // Its place may have become free for others without anything of it ending here.
          if (seat.place !== null) wakeOthers(seat);
          const share = wants === 0 ? undefined : shares().get(seat.job);
          if (share === undefined || share.start === 0) return 0;
          seat.running += share.start;
          seat.wants -= share.start;
          seat.pass = share.pass;
          reached = Math.max(reached, share.reached);
          return share.start;
        },
        free: () => {
          seat.running -= 1;
          wakeOthers(undefined);
        },
        leave: () => {
          seats.delete(seat);
          wakeOthers(seat);
        },
      };
    },
  };
}

function demandOf({ job, priority, running, wants, pass, place, isPlaceBusy }: Seated): Demand {
  return { job, priority: priority(), running, wants, pass, place, isPlaceBusy: isPlaceBusy() };
}

function isAnyWanting(seats: Iterable<Seated>): boolean {
  for (const { wants } of seats) if (wants > 0) return true;
  return false;
}

function runningIn(seats: Iterable<Seated>): number {
  let sum = 0;
  for (const seat of seats) sum += seat.running;
  return sum;
}
