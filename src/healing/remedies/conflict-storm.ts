import { firstFew } from "../../base/text.ts";
import type { SheetId } from "../../base/ids.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { Remedy } from "../remedy.ts";

/** Sheets that change the same lines side by side fail in turn: one after the other each sees what landed. */
export const conflictStorm: Remedy = {
  code: "H10",
  evidence: ({ job, failed }) => {
    const stormy = failed.filter(({ reason }) => reason.kind === "conflict");
    if (stormy.length === 0) return [];
    const ids = new Set(stormy.map(({ id }) => id));
    const sheets = job.plan.sheets.map(({ id }) => id).filter((id) => ids.has(id));
    const paths = new Set(stormy.flatMap(({ reason }) => (reason.kind === "conflict" ? reason.paths : [])));
    const after = serialised(job.plan, sheets);
    return [
      {
        code: "H10",
        kind: "automatic",
        sheets,
        what: `${firstFew(sheets)} failed by conflicts in ${firstFew([...paths])}`,
        steps: [
          ...(after.length === 0 ? [] : [`play ${firstFew(sheets)} one after the other`]),
          "try each once more, on what has landed",
        ],
        act: { ...(after.length === 0 ? {} : { patch: { after } }), then: "retry" },
      },
    ];
  },
};

/** Each after the one before it; an order that the score has stays, whichever way it goes. */
function serialised(plan: Plan, sheets: readonly SheetId[]): readonly (readonly [SheetId, readonly SheetId[]])[] {
  const edges = new Map(plan.sheets.map(({ id, after }) => [id, after]));
  const changed: [SheetId, readonly SheetId[]][] = [];
  for (const [place, sheet] of sheets.entries()) {
    const before = sheets[place - 1];
    if (before === undefined || isAfter(edges, sheet, before) || isAfter(edges, before, sheet)) continue;
    const after = [...(edges.get(sheet) ?? []), before];
    edges.set(sheet, after);
    changed.push([sheet, after]);
  }
  return changed;
}

function isAfter(edges: ReadonlyMap<SheetId, readonly SheetId[]>, late: SheetId, early: SheetId): boolean {
  const seen = new Set<SheetId>();
  const open = [late];
  for (let sheet = open.pop(); sheet !== undefined; sheet = open.pop()) {
    if (sheet === early) return true;
    if (seen.has(sheet)) continue;
    seen.add(sheet);
    open.push(...(edges.get(sheet) ?? []));
  }
  return false;
}
