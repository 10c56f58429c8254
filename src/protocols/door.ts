import type { Tutti } from "../api/tutti.ts";
import { codeOf } from "../base/error.ts";

/** How Tutti is found; the command line knows. */
export interface Finding {
  /** Where the server was started: the repository that is meant where a call names none. */
  readonly folder: string;
  /** What agents may have of this terminal. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** `start`: something is to be played, so a conductor is started where none runs. */
  find(start: boolean): Promise<{ readonly tutti: Tutti; readonly isConductor: boolean }>;
}

/** A server's way to Tutti. It outlives conductors: one that is gone is looked for again at the next call. */
export interface Door extends Pick<Finding, "folder" | "environment"> {
  /** Asks; where no conductor runs, the home itself answers. */
  look<T>(question: (tutti: Tutti) => Promise<T>): Promise<T>;
  /** Changes something. It may be done twice where a conductor is lost, so `work` has to carry a key. */
  play<T>(work: (tutti: Tutti) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const lost: ReadonlySet<string | undefined> = new Set(["conductor.lost", "conductor.stopping"]);
const mostTries = 3;

export function makeDoor(finding: Finding): Door {
  let conductor: Promise<Tutti> | undefined;
  const leave = async (): Promise<void> => {
    const last = conductor;
    conductor = undefined;
    await last?.then((tutti) => tutti.close()).catch(() => undefined);
  };
  const reach = async (start: boolean): Promise<{ readonly tutti: Tutti; readonly isConductor: boolean }> => {
    if (conductor !== undefined) return { tutti: await conductor, isConductor: true };
    const found = finding.find(start);
    if (start) conductor = found.then(({ tutti }) => tutti);
    try {
      const { tutti, isConductor } = await found;
      if (isConductor) conductor = Promise.resolve(tutti);
      return { tutti, isConductor };
    } catch (error) {
      conductor = undefined;
      throw error;
    }
  };
  const use = async <T>(start: boolean, work: (tutti: Tutti) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const { tutti, isConductor } = await reach(start);
      try {
        return await work(tutti);
      } catch (error) {
        if (!lost.has(codeOf(error)) || tries === mostTries) throw error;
        await leave();
      } finally {
        if (!isConductor) await tutti.close();
      }
    }
  };
  return {
    folder: finding.folder,
    environment: finding.environment,
    look: (question) => use(false, question),
    play: (work) => use(true, work),
    close: leave,
  };
}
