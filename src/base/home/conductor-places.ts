import { join } from "node:path";

/**
 * Where a conductor and its clients find each other in a home. Its socket may lie elsewhere: `running.json` says where.
 */
export interface ConductorPlaces {
  readonly home: string;
  readonly folder: string;
  /** Held by the process that writes in this home, a conductor or not. */
  readonly writerLock: string;
  /** Held by the client that starts a conductor, so that a hundred of them start one process and not a hundred. */
  readonly startLock: string;
  readonly token: string;
  readonly running: string;
  readonly socket: string;
  readonly logs: string;
  readonly log: string;
  /** The output of a detached conductor itself, which is empty unless it could not start or crashed. */
  readonly printed: string;
}

/** The home by its real path: one that is reached by two names is one home. */
export function conductorPlaces(home: string): ConductorPlaces {
  const folder = join(home, "conductor");
  const logs = join(folder, "log");
  return {
    home,
    folder,
    writerLock: join(home, "writer.lock"),
    startLock: join(folder, "start.lock"),
    token: join(folder, "token"),
    running: join(folder, "running.json"),
    socket: join(folder, "socket"),
    logs,
    log: join(logs, "conductor.log"),
    printed: join(logs, "printed.log"),
  };
}
