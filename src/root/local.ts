import { TuttiError } from "../base/error.ts";
import type { Tutti } from "../api/tutti.ts";
import { makeDirect } from "../api/direct.ts";
import { served } from "../api/direct.ts";
import { openConductor } from "./conductor.ts";
import type { Setting } from "./setting.ts";

export interface LocalOpening {
  readonly version: string;
  readonly notice: (text: string) => void;
  readonly infers?: boolean;
  readonly signal?: AbortSignal;
  readonly onWait?: () => void;
}

/** A command does not wait longer than this for a job: it pauses the job, which can be resumed. */
const patienceMs = 15 * 60_000;

const followsHere = "waiting for what follows the job; Ctrl-C leaves it to the next tutti in this home";

function onlyConductor(): TuttiError {
  return new TuttiError("conductor.not_running", "only a conductor serves the dashboard, and this is --local", {
    audience: "user",
    hint: "Omit --local, and unset TUTTI_LOCAL.",
  });
}

export interface Local {
  readonly tutti: Tutti;
  readonly stop: (why: string) => Promise<void>;
  /** Resolves when the store cannot be written: nothing more will happen then. */
  readonly broken: Promise<Error>;
}

/** The same engine in this process, while it lives. It leaves the unfinished jobs of others alone. */
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
      dashboard: () => Promise.reject(onlyConductor()),
      shutdown: () => undefined,
      reload: () => Promise.resolve({ changed: [], needRestart: [] }),
      config: () => [],
    },
    onFault: (text, error) => {
      opening.notice(`${text}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    },
  });
  return {
    tutti: makeDirect(served(conductor.handlers, conductor.bus), async () => {
      if (conductor.hasMore()) opening.notice(followsHere);
      await conductor.settle();
      await conductor.close();
    }),
    stop: (why) => conductor.stop(why),
    broken: conductor.broken,
  };
}
