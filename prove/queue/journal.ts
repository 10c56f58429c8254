import type { SheetId } from "../../src/base/ids.ts";
import type { SheetEvent } from "../../src/sheet/events/event.ts";
import type { JobEvent } from "../../src/sheet/job.ts";

export type Entry = { readonly sheet: SheetId; readonly event: SheetEvent } | { readonly job: JobEvent };

interface Row {
  readonly entry: Entry;
  isDurable: boolean;
}

/** Entries reach the disk in the order in which they were given: what is durable is a beginning of what was written. */
export interface Journal {
  readonly append: (entries: readonly Entry[]) => readonly Row[];
  /** These, and everything written before them. */
  readonly flush: (written: readonly Row[]) => void;
  readonly lose: (written: readonly Row[]) => void;
  /** Entries that are not written by now never will be. */
  readonly durable: () => readonly Entry[];
}

export function makeJournal(): Journal {
  let rows: Row[] = [];
  return {
    append: (entries) => {
      const added = entries.map((entry): Row => ({ entry, isDurable: false }));
      rows.push(...added);
      return added;
    },
    flush: (written) => {
      const last = rows.findLastIndex((row) => written.includes(row));
      for (const row of rows.slice(0, last + 1)) row.isDurable = true;
    },
    lose: (written) => {
      rows = rows.filter((row) => row.isDurable || !written.includes(row));
    },
    durable: () => {
      rows = rows.filter(({ isDurable }) => isDurable);
      return rows.map(({ entry }) => entry);
    },
  };
}
