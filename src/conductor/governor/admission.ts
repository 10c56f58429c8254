import { sizeText } from "../../base/text.ts";
import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import type { World } from "../../base/world/world.ts";
import type { Settings } from "../../config/keys.ts";
import type { Brake } from "../../process/brake.ts";
import {
  type Memory,
  type OpenFiles,
  type Processes,
  type Resources,
  machineResources,
} from "../../process/machine/resources.ts";
import { governHome } from "./disk.ts";
import { type Pressure, type Readings, pressureOf } from "./levels.ts";
import { limitsOf } from "./limits.ts";

/** How much of the machine jobs may use. */
export interface Admission {
  /**
   * Why no sheet may start beside those that run, with the figure; `null` when one may. How many may run at once is not
   * its business.
   */
  why(running: number): string | null;
  /** How the machine is doing: memory, processes, load. */
  pressure(running: number): Pressure;
  /** The trouble of the disk, also where sheets may still start. */
  disk(): DiskTrouble | null;
  maxSheets(): number;
  /** The reason for that limit, with the figures. */
  whyMaxSheets(): string;
  maxJobs(): number;
  stop(): void;
}

interface AdmissionParts {
  /** Where contexts lie. */
  readonly path: string;
  /** As they are now: a reload may change them. */
  readonly settings: () => Settings;
  readonly world: World;
  readonly brake: Brake;
  readonly makeRoom: () => Promise<void>;
  readonly notice: (text: string) => void;
  /** Sheets that run now. */
  readonly running: () => number;
  /** Ends the newest of them, captured; `false`: there is none. */
  readonly endNewest: () => boolean;
}

/** Watches the machine, from now on until it is stopped. */
export async function admit({ settings, running, endNewest, ...home }: AdmissionParts): Promise<Admission> {
  const disk = await governHome({ ...home, limits: limitsOf(settings()).disk });
  const admission = makeAdmission({ settings, resources: machineResources, disk, world: home.world });
  const relief = relieve(home, { running, endNewest, pressure: () => admission.pressure(running()) });
  return {
    ...admission,
    stop: () => {
      disk.stop();
      relief.stop();
    },
  };
}

const reliefMs = 10_000;

/**
 * Ends the newest sheet while there is hardly any memory or process left, one at a time: what it had is free then. The
 * last one is never ended, for it would only begin again.
 */
export function relieve(
  { world, notice }: Pick<AdmissionParts, "world" | "notice">,
  {
    running,
    endNewest,
    pressure,
  }: Pick<AdmissionParts, "running" | "endNewest"> & { readonly pressure: () => Pressure },
): { stop(): void } {
  let callOff: () => void = () => undefined;
  const look = (): void => {
    callOff = world.after(reliefMs, look);
    if (running() < 2) return;
    const { level, why } = pressure();
    if (level === "full" && endNewest())
      notice(`${why ?? ""}: the newest sheet is ended and goes on from its work later`);
  };
  callOff = world.after(reliefMs, look);
  return {
    stop: () => {
      callOff();
    },
  };
}

interface AdmissionSources {
  readonly settings: () => Settings;
  readonly resources: Resources;
  /** The report of the watch over the disk. */
  readonly disk: { trouble(): DiskTrouble | null };
  readonly world: Pick<World, "ticks">;
}

/**
 * Open files that one sheet may need in this process at its busiest: two pipes and two logs of its agent, two gits with
 * three pipes each (a snapshot is taken while the agent works), and two files that are being read. A sheet whose agent
 * only works holds four of them.
 */
export const filesPerSheet = 12;

/** The memory of an agent's program, as a rule of thumb: half of a large one's. */
const memoryPerSheet = 256e6;
/** Agents wait for their models most of the time. */
const sheetsPerCore = 32;
/** Not measured more often than this: thousands of sheets may ask in a second. */
const lookEveryMs = 1_000;

/** While the machine has little room, one sheet starts in this time. */
const slowMs = 1_000;

/** Lets sheets start as long as disk, memory and open files last. */
export function makeAdmission({ settings, resources, disk, world }: AdmissionSources): Omit<Admission, "stop"> {
  const look = (running: number): Sight => ({
    at: world.ticks(),
    settings: settings(),
    memory: resources.memory(),
    files: resources.openFiles(),
    processes: resources.processes(),
    loadPerCore: resources.load() / resources.cores,
    running,
  });
  let seen = look(0);
  const lookAgain = (running: number): Sight =>
    world.ticks() - seen.at >= lookEveryMs ? (seen = look(running)) : seen;
  // The files that this process has open without any sheet. Clients come and go; the reserve is for them.
  const idleFiles = seen.files.used;
  const limit = (): SheetLimit => sheetLimit(seen, { idleFiles, cores: resources.cores });
  let state: Pressure = { level: "ample", why: null };
  let last = { running: 0, roseAt: -slowMs };
  const pressure = (sight: Sight): Pressure => (state = pressureOf(readingsOf(sight), state.level));
  return {
    pressure: (running) => pressure(lookAgain(running)),
    why: (running) => {
      const sight = lookAgain(running);
      last = { running, roseAt: running > last.running ? world.ticks() : last.roseAt };
      const isPaced = running > 0 && world.ticks() - last.roseAt < slowMs;
      return shortOfDisk(disk.trouble()) ?? shortOfMachine(pressure(sight), isPaced) ?? shortOfFiles(sight, running);
    },
    disk: () => disk.trouble(),
    maxSheets: () => limit().sheets,
    whyMaxSheets: () => limit().why,
    maxJobs: () => seen.settings["conductor.max_jobs"],
  };
}

/** The readings of one look. */
export interface Sight {
  readonly at: number;
  readonly settings: Settings;
  readonly memory: Memory;
  readonly files: OpenFiles;
  readonly processes: Processes;
  readonly loadPerCore: number;
  /** Sheets that ran then: what began since is not in the figures. */
  readonly running: number;
}

interface SheetLimit {
  readonly sheets: number;
  readonly why: string;
}

/** The smallest of what people, cores, memory and open files allow, and who it is. */
export function sheetLimit(
  { settings, memory, files }: Pick<Sight, "settings" | "memory" | "files">,
  { idleFiles, cores }: { idleFiles: number; cores: number },
): SheetLimit {
  const reserve = reserveOf(settings, files);
  const byFiles = {
    sheets: Math.floor(((files.limit ?? Infinity) - reserve - idleFiles) / filesPerSheet),
    why: `${String(files.limit)} files may be open (ulimit -n), ${String(idleFiles)} are, ${String(reserve)} are kept free, and a sheet needs ${String(filesPerSheet)}`,
  };
  const byMachine = [
    { sheets: sheetsPerCore * cores, why: `${String(sheetsPerCore)} a core` },
    {
      sheets: Math.floor(memory.totalBytes / memoryPerSheet),
      why: `one for every ${sizeText(memoryPerSheet)} of ${sizeText(memory.totalBytes)} of memory`,
    },
  ];
  const said = settings["conductor.max_sheets"];
  const wanted = said === null ? byMachine : [{ sheets: said, why: "conductor.max_sheets" }];
  const least = wanted.reduce((one, other) => (other.sheets < one.sheets ? other : one), byFiles);
  // With none at all nothing would ever go on, and a start that finds no room waits for it.
  return { ...least, sheets: Math.max(1, least.sheets) };
}

/** A reserve larger than the limit itself would leave nothing for sheets. */
function reserveOf(settings: Settings, { limit }: OpenFiles): number {
  return limit === null ? 0 : Math.min(settings["limits.open_files_reserve"], Math.floor(limit / 4));
}

/** Half a gigabyte, but not more than an eighth of a small machine. */
export function memoryFloor(settings: Settings, { totalBytes }: Memory): number {
  return settings["limits.memory_floor"] ?? Math.min(512e6, totalBytes / 8);
}

function shortOfDisk(trouble: DiskTrouble | null): string | null {
  return trouble === null || trouble.level === "low" ? null : trouble.what;
}

function readingsOf({ settings, memory, processes, loadPerCore }: Sight): Readings {
  return { availableBytes: memory.availableBytes, floorBytes: memoryFloor(settings, memory), processes, loadPerCore };
}

function shortOfMachine({ level, why }: Pressure, isPaced: boolean): string | null {
  if (level === "ample" || (level === "slow" && !isPaced)) return null;
  return level === "slow" ? `${why ?? ""}: one sheet a second starts` : why;
}

function shortOfFiles({ settings, files, running: before }: Sight, running: number): string | null {
  // Alone it may try: nothing of ours would ever free any.
  if (files.limit === null || running === 0) return null;
  const used = files.used + Math.max(0, running - before) * filesPerSheet;
  if (files.limit - used - reserveOf(settings, files) >= filesPerSheet) return null;
  return `${String(used)} of the ${String(files.limit)} files that may be open (ulimit -n) are or will be, and a sheet needs ${String(filesPerSheet)}`;
}
