import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import type { Lane } from "../../schedule/accounts/lane.ts";
import { type Ledger, makeLedger } from "../ledger.ts";
import { openLedger, readLedger } from "./ledger.ts";

/** The ledger that all homes of this user share in a folder; one of this process's own where that can't be used. */
export function openSharedLedger(folder: string | null, notice: (text: string) => void): Ledger {
  if (folder === null) return makeLedger();
  try {
    return fallible(openLedger(join(folder, "accounts")), notice);
  } catch (error) {
    notice(alone(error));
    return makeLedger();
  }
}

/** The content of the ledger, for read-only clients. */
export function readSharedLedger(folder: string | null): ReadonlyMap<string, Lane> {
  return folder === null ? new Map() : readLedger(join(folder, "accounts"));
}

/** With the first error it goes on alone: limits are governed all the same, in this home. */
function fallible(shared: Ledger, notice: (text: string) => void): Ledger {
  const own = makeLedger();
  let isAlone = false;
  const either = <T>(use: (ledger: Ledger) => T): T => {
    if (isAlone) return use(own);
    try {
      return use(shared);
    } catch (error) {
      isAlone = true;
      notice(alone(error));
      return use(own);
    }
  };
  return {
    get holder() {
      return isAlone ? own.holder : shared.holder;
    },
    read: (key) => either((ledger) => ledger.read(key)),
    all: () => either((ledger) => ledger.all()),
    change: (key, change) => {
      either((ledger) => {
        ledger.change(key, change);
      });
    },
    version: () => either((ledger) => ledger.version()),
    gone: (holders) => either((ledger) => ledger.gone(holders)),
    close: () => {
      shared.close();
    },
  };
}

function alone(error: unknown): string {
  return `the ledger of accounts can't be used (${messageOf(error)}): this home governs the limits of its agents alone`;
}
