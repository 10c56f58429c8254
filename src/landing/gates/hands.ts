import type { CommitSha } from "../../base/ids.ts";
import type { World } from "../../base/world.ts";
import type { Cleaner, RunProcess } from "../../process/process.ts";
import type { Journal, StoreReader } from "../../store/store.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { SheetPromise } from "../promises/promise.ts";

/** What gates are run with. */
export interface GateHands {
  readonly run: RunProcess;
  readonly world: Pick<World, "now">;
  readonly journal: Journal;
  /** What is known already. */
  readonly known: Pick<StoreReader, "verdict" | "quarantine">;
  /** What a gate may have of the user's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes out of what is printed what must not be kept. */
  readonly cleaner: () => Cleaner;
  /** Where what gates print is kept; theirs alone. */
  readonly logs: string;
  /** A folder of Tutti's for short-lived files, outside of what is lent. */
  readonly scratch: string;
  /**
   * Lends a new folder with a commit checked out, and takes it away afterwards. `borrow`: folders of the user's
   * checkout to be found above it.
   */
  checkout<T>(
    what: { readonly commit: CommitSha; readonly borrow: readonly string[] },
    use: (folder: string) => Promise<T>,
  ): Promise<T>;
  /** Runs a part of what a sheet promised on a commit, in a folder made for it; absent where only gates are asked. */
  promise?(ask: SheetPromise, look: { readonly commit: CommitSha; readonly cancel: AbortSignal }): Promise<Verdict>;
  notice(text: string): void;
}
