import { reach } from "../api/local/reach.ts";
import type { Tutti } from "../api/tutti.ts";
import { codeOf, TuttiError } from "../base/error.ts";
import { understandNames } from "./named.ts";
import { whileWaiting } from "./progress/waiting.ts";
import { isLocal, settingFrom } from "./setting.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { tellWaits } from "./wait-words.ts";
import { version } from "./version.ts";

export interface ReachHow {
  /**
   * Whether something is to be played: then a conductor is started where none runs. Else it is only looked, or kept in
   * order.
   */
  readonly start: boolean;
  /** Whether anything is to be changed at all. */
  readonly changes?: boolean;
  readonly notice?: (text: string) => void;
  readonly signal?: AbortSignal;
  /** A job is to be rebuilt without its records: a damaged database is put aside. */
  readonly infers?: boolean;
  /** Where no conductor runs, none is started: the same as the setting `conductor.auto_start: false`. */
  readonly noStart?: boolean;
  /** A person is told what is waited for: until Tutti is found, or in every call. Else something is painted meanwhile. */
  readonly tells?: "start" | "calls" | undefined;
}

/** Where a command gets its answers from. */
export type Reached =
  /** A process of its own, which goes on when this one ends. */
  | { readonly kind: "conductor"; readonly tutti: Tutti }
  /** The engine in this process: it ends with it. */
  | {
      readonly kind: "local";
      readonly tutti: Tutti;
      readonly stop: (why: string) => Promise<void>;
      readonly broken: Promise<Error>;
    };

/**
 * Finds Tutti: a conductor that runs, one that is started, or the same engine here, for those who only look or want it
 * so.
 */
export async function reachTutti(terminal: Terminal, how: ReachHow): Promise<Tutti> {
  return (await find(terminal, how)).tutti;
}

export async function find(terminal: Terminal, how: ReachHow): Promise<Reached> {
  const what = how.start ? "starting the conductor" : "opening the records";
  const finding = findPlain(terminal, how);
  const reached = how.tells !== undefined ? await whileWaiting(terminal, what, finding) : await finding;
  const tutti = how.tells === "calls" ? tellWaits(terminal, reached.tutti) : reached.tutti;
  return { ...reached, tutti: understandNames(terminal, tutti) };
}

async function findPlain(terminal: Terminal, how: ReachHow): Promise<Reached> {
  const notice =
    how.notice ??
    ((text: string) => {
      terminal.err(`note: ${text}`);
    });
  const isChange = how.start || how.changes === true;
  if (isLocal(process.env)) {
    if (isChange) await requireNoConductor(settingFrom(process.env).home);
    return openHere({ ...how, notice }, isChange);
  }
  if (how.infers === true) await putDamagedAside({ ...how, notice });
  const mayStart = how.start && how.noStart !== true && (await isStartAllowed());
  try {
    const tutti = await reach({
      home: settingFrom(process.env).home,
      env: process.env,
      version,
      start: mayStart ? "auto" : "never",
      notice,
      client: process.argv[2] ?? "",
      ...(how.signal === undefined ? {} : { signal: how.signal }),
    });
    return { kind: "conductor", tutti };
  } catch (error) {
    // Commands that only read or clean up need no conductor.
    if (how.start || !(codeOf(error) === "conductor.not_running" || codeOf(error) === "conductor.busy")) throw error;
    return openHere({ ...how, notice }, isChange);
  }
}

/**
 * A conductor does not start over a damaged database: it is put aside first, as the engine does it that runs here. One
 * that runs has a sound one.
 */
async function putDamagedAside(how: ReachHow & { readonly notice: (text: string) => void }): Promise<void> {
  const [{ findPlaces }, { readLiving }] = await Promise.all([
    import("../api/local/places.ts"),
    import("../api/local/running.ts"),
  ]);
  const places = await findPlaces(settingFrom(process.env).home);
  if (places !== undefined && readLiving(places) !== undefined) return;
  await (await openHere(how, true)).tutti.close();
}

/** A home that was named may be a conductor's: that does not end by itself, and would be waited for in vain. */
async function requireNoConductor(home: string): Promise<void> {
  const [{ findPlaces }, { readLiving }] = await Promise.all([
    import("../api/local/places.ts"),
    import("../api/local/running.ts"),
  ]);
  const places = await findPlaces(home);
  const living = places === undefined ? undefined : readLiving(places);
  if (living === undefined) return;
  throw new TuttiError("conductor.busy", `a conductor (process ${living.pid}) works in ${home}`, {
    audience: "user",
    hint: "Leave --local away and let it play, end it with tutti stop, or name another home: TUTTI_HOME=<folder>.",
  });
}

/** The home itself, for commands that only read: also where a conductor can't answer, as on a full disk. */
export async function lookHere(terminal: Terminal): Promise<Tutti> {
  return understandNames(terminal, (await openHere({ start: false, notice: terminal.err }, false)).tutti);
}

/** Loaded only where needed: asking a running conductor does not wait for a YAML reader. */
async function isStartAllowed(): Promise<boolean> {
  const { readSettings } = await import("../config/read.ts");
  return (await readSettings({ env: process.env, project: null })).settings["conductor.auto_start"];
}

async function openHere(
  how: ReachHow & { readonly notice: (text: string) => void },
  isChange: boolean,
): Promise<Reached> {
  const { readSettings } = await import("../config/read.ts");
  const { settings } = await readSettings({ env: process.env, project: null });
  const setting = { ...settingFrom(process.env), settings: () => settings };
  if (!isChange) {
    const { openLooker } = await import("../root/looking.ts");
    return {
      kind: "local",
      tutti: await openLooker(setting),
      stop: () => Promise.resolve(),
      broken: new Promise(() => undefined),
    };
  }
  const { openLocal } = await import("../root/local.ts");
  const local = await openLocal(setting, {
    version,
    notice: how.notice,
    infers: how.infers === true,
    ...(how.signal === undefined ? {} : { signal: how.signal }),
  });
  return { kind: "local", ...local };
}
