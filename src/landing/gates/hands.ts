import type { CommitSha } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import type { Cleaner, RunProcess } from "../../process/process.ts";
import type { Journal, StoreReader } from "../../store/store.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { Gate } from "./gate.ts";
import type { SheetPromise } from "../promises/promise.ts";

/** The parts that gates work with. */
export interface GateHands {
  readonly world: Pick<World, "now">;
  readonly runner: GateRunner;
  readonly memory: VerdictMemory;
  /** Checks a promise on a commit, in a folder of its own; absent where only gates run. */
  promise?(ask: SheetPromise, look: { readonly commit: CommitSha; readonly cancel: AbortSignal }): Promise<Verdict>;
  notice(text: string): void;
}

/** The parts that a command runs with. */
export interface GateRunner {
  readonly run: RunProcess;
  /** The variables of the user's environment that a gate may have. */
  readonly environment: Readonly<Record<string, string>>;
  /** Removes secrets from output. */
  readonly cleaner: () => Cleaner;
  /** A folder for logs of gates alone. */
  readonly logs: string;
  /** For short-lived files, outside of checkouts. */
  readonly scratch: string;
  /** A new folder with a commit, removed afterwards. `borrow`: folders of the user's checkout that it may use. */
  checkout<T>(
    what: Pick<Gate, "borrow" | "recipe"> & { readonly commit: CommitSha; readonly cancel: AbortSignal },
    use: (folder: string) => Promise<T>,
  ): Promise<T>;
}

/** Verdicts of trees, and quarantines of gates. */
interface VerdictMemory {
  readonly journal: Journal;
  readonly known: Pick<StoreReader, "verdict" | "quarantine">;
}
