import type { JobId, SheetId } from "../../src/base/ids.ts";
import type { SheetEvent } from "../../src/sheet/events/event.ts";
import type { SheetState } from "../../src/sheet/state.ts";
import type { Entry } from "../../src/store/entry.ts";
import type { Store } from "../../src/store/store.ts";
import { openStore } from "../../src/store/sqlite/open.ts";

/** Writes of so many sheets that wait what was written of one that landed; gives where the journal stands then. */
export async function landLikeOne(home: string, job: JobId, count: number): Promise<number> {
  const store = await openStore(home);
  try {
    const states = await store.sheets(job);
    const [model] = [...states].find(([, { kind }]) => kind === "landed") ?? [];
    if (model === undefined) throw new Error("no sheet has landed");
    const all = (await store.job(job))?.plan.sheets.map(({ id }) => id) ?? [];
    const waiting = all.filter((id) => (states.get(id)?.kind ?? "waiting") === "waiting").slice(0, count);
    const entries = await entriesOf(store, job, model);
    for (const sheet of waiting) await store.journal.append(asOf(entries, model, sheet));
    return await store.position();
  } finally {
    await store.close();
  }
}

async function entriesOf(store: Store, job: JobId, sheet: SheetId): Promise<readonly Entry[]> {
  const rows = await store.rows({ after: 0, limit: 1000, job, sheet });
  const next = (await store.sheets(job)).get(sheet) as SheetState;
  return rows
    .filter(({ about }) => about === "sheet")
    .map(({ kind, at, body }) => ({ about: "sheet", job, sheet, event: { kind, at, ...body } as SheetEvent, next }));
}

/** The ids have one length and appear in nothing else. */
function asOf(entries: readonly Entry[], model: SheetId, sheet: SheetId): readonly Entry[] {
  return JSON.parse(JSON.stringify(entries).replaceAll(model, sheet)) as readonly Entry[];
}
