import { type FolderWatch, type WatchRoom, watchFolder } from "./watch-folder.ts";

/** Whose snapshots are of which folder. Sheets may share one. */
interface Watched {
  readonly key: string;
  readonly path: string;
  /** Where Tutti may make a folder for a moment. */
  readonly scratch: string;
}

/** Captures contexts again only if something may have changed in them. */
export interface StillContexts<Proof> {
  /** The last proof, if the kernel reported no change in the context since; otherwise the proof from `capture`. */
  captured(context: Watched, capture: () => Promise<Proof>): Promise<Proof>;
  /** The agent has ended, or what it made is captured for good. */
  forget(key: string): void;
}

export interface StillLimits {
  /** Folders that are watched at once. */
  readonly folders: number;
  /**
   * How many times in a row a context counts as unchanged. The kernel does not report changes that a program makes
   * through a memory-mapped file.
   */
  readonly believed: number;
}

export function makeStillContexts<Proof>(limits: StillLimits): StillContexts<Proof> {
  const room: WatchRoom = { taken: 0, most: limits.folders };
  const known = new Map<string, { readonly watch: FolderWatch; readonly proof: Proof; believed: number }>();
  const forget = (key: string): void => {
    known.get(key)?.watch.end();
    known.delete(key);
  };
  return {
    forget,
    captured: async ({ key, path, scratch }, capture) => {
      const last = known.get(key);
      if (last !== undefined && last.believed < limits.believed && (await last.watch.isStill())) {
        last.believed += 1;
        return last.proof;
      }
      forget(key);
      // Before the capture reads anything: what changes while it reads counts as changed since.
      const watch = await watchFolder(path, scratch, room);
      try {
        const proof = await capture();
        if (watch !== null) known.set(key, { watch, proof, believed: 0 });
        return proof;
      } catch (error) {
        watch?.end();
        throw error;
      }
    },
  };
}
