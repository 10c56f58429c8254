import { sizeText } from "../../base/text.ts";

/** From best to worst. `slow`: one sheet a second starts. `short`: none starts. `full`: the newest are ended. */
const levels = ["ample", "slow", "short", "full"] as const;
export type MachineLevel = (typeof levels)[number];

/** The readings of a machine at one look. */
export interface Readings {
  readonly availableBytes: number | null;
  /** Below it no sheet starts; 0: never. */
  readonly floorBytes: number;
  /** `limit: null`: unknown, or none. */
  readonly processes: { readonly used: number; readonly limit: number | null };
  /** Of the last minute, for each core. */
  readonly loadPerCore: number;
}

export interface Pressure {
  readonly level: MachineLevel;
  /** With the figure; `null`: there is none. */
  readonly why: string | null;
}

/** A level is left only with a quarter more room than it was reached with, or sheets would stop and start all the time. */
const easing = 1.25;

/** The worst of memory, processes and load, by what it was before. */
export function pressureOf(readings: Readings, before: MachineLevel): Pressure {
  const all = [memory(readings, before), processes(readings, before), load(readings, before)];
  return all.reduce((one, other) => (isWorse(other.level, one.level) ? other : one));
}

function isWorse(one: MachineLevel, other: MachineLevel): boolean {
  return levels.indexOf(one) > levels.indexOf(other);
}

type Limits = Readonly<Record<Exclude<MachineLevel, "ample">, number>>;

/** Below which room each level begins. */
function levelOf(room: number, limits: Limits, before: MachineLevel): MachineLevel {
  const isBelow = (level: Exclude<MachineLevel, "ample">): boolean =>
    room < limits[level] * (isWorse(level, before) ? 1 : easing);
  return isBelow("full") ? "full" : isBelow("short") ? "short" : isBelow("slow") ? "slow" : "ample";
}

function memory({ availableBytes, floorBytes: floor }: Readings, before: MachineLevel): Pressure {
  if (availableBytes === null || floor === 0) return ample;
  const level = levelOf(availableBytes, { slow: 2 * floor, short: floor, full: floor / 4 }, before);
  const why = `${sizeText(availableBytes)} of memory are available, and a sheet starts only above ${sizeText(floor)} (limits.memory_floor)`;
  return level === "ample" ? ample : { level, why };
}

function processes({ processes: { used, limit } }: Readings, before: MachineLevel): Pressure {
  if (limit === null || limit === 0) return ample;
  const level = levelOf(1 - used / limit, { slow: 0.2, short: 0.1, full: 0.04 }, before);
  return level === "ample"
    ? ample
    : { level, why: `${String(used)} of the ${String(limit)} processes that may be are there` };
}

/** A machine that is slow is not ended for it: agents mostly wait for their models. */
function load({ loadPerCore }: Readings, before: MachineLevel): Pressure {
  const level = levelOf(1 / Math.max(loadPerCore, 0.001), { slow: 1 / 16, short: 1 / 32, full: 0 }, before);
  return level === "ample" ? ample : { level, why: `the load is ${loadPerCore.toFixed(0)} for each core` };
}

const ample: Pressure = { level: "ample", why: null };
