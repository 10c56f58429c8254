import { chanceFrom } from "../../seed.ts";
import { beConductor, beWorker } from "./actors.ts";
import { type Actor, type Clockwork, makeClockwork } from "./clockwork.ts";
import { makeServer, type SimulatedServer } from "./server.ts";

export interface History {
  readonly wrong: readonly string[];
  readonly faults: number;
  readonly attempts: number;
  /** Calls of workers that had lost their claim. */
  readonly refused: number;
}

const leaseMs = 4_000;
const faultsMs = 12_000;
/** After the last fault everything must be over by itself. */
const calmMs = 180_000;

/** One fleet through faults of a seed, played by the real worker, desk and claims over simulated machines. */
export async function playHistory(seed: number): Promise<History> {
  const chance = chanceFrom(seed);
  const clockwork = makeClockwork(chance);
  const server = makeServer(clockwork, leaseMs);
  const sheets = Array.from({ length: 4 + chance.whole(9) }, (_, index) => `s${String(index)}`);
  const workers = new Map<string, Actor>();
  const conductors = new Map<string, Actor>();
  const hire = (name: string): void => {
    const actor = clockwork.actor(name);
    workers.set(name, actor);
    void beWorker(clockwork, server, actor);
  };
  const lead = (name: string): void => {
    const actor = clockwork.actor(name);
    conductors.set(name, actor);
    void beConductor(clockwork, server, { actor, sheets });
  };
  const begun = clockwork.now();
  const faults = 1 + chance.whole(8);
  lead("first");
  clockwork.at(begun + 200, () => lead("second"));
  for (const name of ["one", "two", "three"]) hire(name);
  for (let fault = 0; fault < faults; fault += 1) {
    const name = chance.pick(["one", "two", "three"]);
    const leader = chance.pick(["first", "second"]);
    const lasts = 300 + chance.next() * 9_000;
    const strike = chance.pick<() => void>([
      () => {
        kill(workers.get(name));
        clockwork.at(clockwork.now() + lasts, () => hire(name));
      },
      () => freeze(workers.get(name), clockwork.now() + lasts),
      () => cut(workers.get(name), clockwork.now() + lasts * 4),
      () => cut(conductors.get(leader), clockwork.now() + lasts),
      () => void (clockwork.server.downUntil = clockwork.now() + lasts / 2),
      () => {
        kill(conductors.get(leader));
        clockwork.at(clockwork.now() + lasts / 2, () => lead(leader));
      },
      () => freeze(conductors.get(leader), clockwork.now() + lasts),
    ]);
    clockwork.at(begun + chance.next() * faultsMs, strike);
  }
  await clockwork.run(() => isSettled(server, sheets) && clockwork.now() > begun + faultsMs, faultsMs + calmMs);
  return {
    wrong: wrongIn(server, sheets, clockwork),
    faults,
    attempts: server.journal.filter(({ kind }) => kind === "started").length,
    refused: server.refused.count,
  };
}

function kill(actor: Actor | undefined): void {
  if (actor !== undefined) actor.isDead = true;
}

function freeze(actor: Actor | undefined, until: number): void {
  if (actor !== undefined) actor.frozenUntil = until;
}

function cut(actor: Actor | undefined, until: number): void {
  if (actor !== undefined) actor.cutUntil = until;
}

function isSettled({ journal, claims }: SimulatedServer, sheets: readonly string[]): boolean {
  const ended = new Set(journal.filter(({ kind }) => kind === "ended").map(({ sheet }) => sheet));
  return sheets.every((sheet) => ended.has(sheet)) && [...claims.values()].every(({ state }) => state === "over");
}

function wrongIn(server: SimulatedServer, sheets: readonly string[], { now }: Clockwork): readonly string[] {
  const wrong: string[] = [];
  for (const sheet of sheets) {
    const own = server.journal.filter((entry) => entry.sheet === sheet);
    const ends = own.filter(({ kind }) => kind === "ended");
    if (ends.length === 0) wrong.push(`${sheet} is lost: ${own.map(({ kind }) => kind).join(", ")}`);
    if (ends.length > 1) wrong.push(`${sheet} ended ${String(ends.length)} times`);
    for (const end of ends) {
      const newest = Math.max(...own.filter(({ kind }) => kind === "started").map(({ attempt }) => attempt));
      if (end.attempt !== newest) wrong.push(`${sheet}: the result of a stale attempt was accepted`);
      if (end.by?.startsWith("whole by ") !== true || !end.by.endsWith(`, ${String(end.epoch)}`))
        wrong.push(`${sheet}: ${end.by ?? "nothing"} was accepted as the result of claim ${String(end.epoch)}`);
    }
  }
  for (const { epoch, state, sheet } of server.claims.values())
    if (state !== "over") wrong.push(`claim ${String(epoch)} of ${sheet} is ${state} at ${String(now())}`);
  return wrong;
}
