import { messageOf } from "../../base/error.ts";
import type { World } from "../../base/world/world.ts";
import { type ClaimName, type FleetWorker, type LiveClaim, isLost, slotsOf } from "../claims/claim.ts";
import type { FleetTables } from "../database/conductor-side.ts";
import { makeLooking } from "../looking.ts";
import { fromWorker } from "../claims/messages.ts";
import { FleetTaken } from "../claims/taken.ts";
import { type ClaimDrive, type HeldClaim, driveClaim } from "./held.ts";

/** The claims of a conductor: reads the tables, gives up what is silent, hands on what workers say. */
export interface Desk {
  /** Waits for a claim that is in the tables. */
  attend(name: ClaimName): HeldClaim;
  /** Claims that a conductor before this one had given out, and a worker holds. */
  inherited(): Promise<readonly LiveClaim[]>;
  workers(): readonly FleetWorker[];
  slots(): number;
  /** Ends a claim. `why`: `null` when all went as it should. */
  finish(epoch: number, why: string | null): Promise<void>;
  /** Reads the tables now. */
  wake(): void;
  stop(): Promise<void>;
}

interface DeskParts {
  readonly tables: () => FleetTables;
  readonly world: World;
  readonly leaseMs: number;
  readonly notice: (text: string) => void;
  /** There are more or fewer slots than before. */
  readonly onSlots: () => void;
}

const orphanMs = 60_000;

export function makeDesk({ tables, world, leaseMs, notice, onSlots }: DeskParts): Desk {
  const drives = new Map<number, ClaimDrive>();
  const unattended = new Map<number, number>();
  let claims: readonly LiveClaim[] = [];
  let workers: readonly FleetWorker[] = [];
  let lastLook = world.ticks();
  let watchingSince = world.ticks();
  let isAway = false;

  /** A conductor that replaced another asks for the work first, as long as its job goes on. */
  const isOrphan = (epoch: number, now: number): boolean => {
    const since = unattended.get(epoch) ?? now;
    unattended.set(epoch, since);
    return now - since > orphanMs;
  };
  const look = async (): Promise<void> => {
    const now = world.ticks();
    if (now - lastLook > leaseMs / 2) watchingSince = now;
    await deliver(tables(), drives);
    const before = slotsOf(workers, { leaseMs });
    [claims, workers] = await Promise.all([tables().live(), tables().workers()]);
    lastLook = world.ticks();
    const watch = { leaseMs, watchingMs: lastLook - watchingSince };
    const alive = new Set(claims.map(({ epoch }) => epoch));
    for (const claim of claims) {
      const drive = drives.get(claim.epoch);
      if (claim.state !== "held") continue;
      if (drive === undefined && isOrphan(claim.epoch, lastLook))
        await tables().finish(claim.epoch, "its conductor was replaced");
      else if (claim.worker === null || isLost(claim, watch)) {
        await tables().finish(claim.epoch, "its worker was not heard for longer than its lease");
        drive?.end(`${claim.worker ?? "a removed worker"} was not heard for longer than its lease`);
      } else drive?.took(claim.worker);
    }
    for (const [epoch, drive] of drives) if (!alive.has(epoch)) drive.end("its claim is over");
    if (slotsOf(workers, { leaseMs }) !== before) onSlots();
  };
  const lookAndTell = (): Promise<void> =>
    look().then(
      () => {
        if (isAway) notice("the fleet's database answers again");
        isAway = false;
      },
      (error: unknown) => {
        // Who waits for an answer would wait for ever.
        if (error instanceof FleetTaken) for (const drive of drives.values()) drive.end(error.message);
        if (!isAway) notice(`the fleet's database does not answer: ${messageOf(error)}`);
        isAway = true;
      },
    );
  const looking = makeLooking(world, () => Math.max(100, leaseMs / 8), lookAndTell);
  looking.wake();
  return {
    attend: (name) => {
      const send = (body: Parameters<FleetTables["call"]>[1]): Promise<boolean> => tables().call(name.epoch, body);
      // The calls of this conductor have numbers that none before it used.
      const drive = driveClaim(name, { world, send, firstCall: tables().leader * 1_000_000 });
      drives.set(name.epoch, drive);
      const known = claims.find(({ epoch }) => epoch === name.epoch);
      if (known?.state === "held" && known.worker !== null) drive.took(known.worker);
      looking.wake();
      return drive.claim;
    },
    inherited: async () => (await tables().live()).filter(({ epoch, state }) => state === "held" && !drives.has(epoch)),
    workers: () => workers,
    slots: () => slotsOf(workers, { leaseMs }),
    finish: async (epoch, why) => {
      const drive = drives.get(epoch);
      drives.delete(epoch);
      await tables().finish(epoch, why);
      drive?.end(why ?? "its attempt is over");
    },
    wake: () => {
      looking.wake();
    },
    stop: () => looking.end(),
  };
}

/** Hands on what workers said, in order. */
async function deliver(tables: FleetTables, drives: ReadonlyMap<number, ClaimDrive>): Promise<void> {
  for (let rows = await tables.said(); rows.length > 0; rows = await tables.said()) {
    for (const { epoch, body, bytes } of rows) {
      const message = fromWorker.safeParse(body);
      if (message.success) drives.get(epoch)?.hear(message.data, bytes);
    }
    await tables.drop(rows);
  }
}
