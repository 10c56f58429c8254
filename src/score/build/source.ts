import type { ScoreDefaults } from "../schema/defaults.ts";
import type { ScoreDocument } from "../source/document.ts";

/** Where a score comes from, and how what it names is read. */
export interface ScoreSource {
  /** As it is shown to people. */
  readonly path: string;
  /** Absolute; relative paths of the score count from here. */
  readonly baseDir: string;
  /** Absent where there is no disk to read from. */
  readonly files?: ScoreFiles;
  /** Names and aliases of the profiles that a score may name; by default those that are built in. */
  readonly agents?: ReadonlySet<string>;
  /** Values that go before the score's own variables. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** The defaults for keys that the score omits. */
  readonly defaults?: ScoreDefaults | undefined;
}

/** The disk, as far as a score may look at it. Paths are absolute. */
export interface ScoreFiles {
  /** Throws with a sentence when it can't be read, is too large, or is not text. */
  readText(path: string): string;
  /** The same, but only for what lies below the folder, links followed. */
  readTextBelow(folder: string, path: string): string;
  /** Names of the files of a folder, sorted. */
  listFiles(folder: string): readonly string[];
  exists(path: string): boolean;
}

export interface ScoreInput {
  readonly document: ScoreDocument;
  readonly source: ScoreSource;
}
