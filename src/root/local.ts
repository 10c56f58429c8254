import type { Tutti } from "../api/tutti.ts";
import { makeDirect } from "../api/direct/direct.ts";
import { served } from "../api/direct/served.ts";
import { openConductor } from "./conductor.ts";
import type { Setting } from "./setting.ts";

export interface LocalOpening {
  readonly version: string;
  readonly notice: (text: string) => void;
  readonly infers?: boolean;
  readonly signal?: AbortSignal;
  readonly onWait?: () => void;
}

/** A wait longer than this is not sat out by a command: the job is parked and can be resumed. */
const patienceMs = 15 * 60_000;

export interface Local {
  readonly tutti: Tutti;
  readonly stop: (why: string) => Promise<void>;
  /** Resolves when the store can't be written any more: nothing that is waited for comes then. */
  readonly broken: Promise<Error>;
}

/** The same engine in this process, for as long as it lives: what others left unfinished is theirs. */
export async function openLocal(setting: Setting, opening: LocalOpening): Promise<Local> {
  const conductor = await openConductor(setting, {
    version: opening.version,
    notice: opening.notice,
    infers: opening.infers === true,
    signal: opening.signal ?? new AbortController().signal,
    onWait:
      opening.onWait ??
      (() => {
        opening.notice("another tutti works in this home; waiting for it to end");
      }),
    patienceMs,
    recovery: "leave",
    shell: {
      socket: null,
      connections: () => 0,
      shutdown: () => undefined,
      reload: () => Promise.resolve({ changed: [], needRestart: [] }),
      config: () => [],
    },
    onFault: (text, error) => {
      opening.notice(`${text}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    },
  });
  return {
    tutti: makeDirect(served(conductor.handlers, conductor.bus), () => conductor.close()),
    stop: (why) => conductor.stop(why),
    broken: conductor.broken,
  };
}
