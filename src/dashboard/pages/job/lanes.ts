import type { TuttiEvent } from "../../../api/contract/events.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";

/** What is done for a sheet, in the order of its life. */
export const stretches = ["waiting", "preparing", "agent", "validating", "person", "queue", "landing"] as const;
export type Stretch = (typeof stretches)[number];
type End = "good" | "bad";

/** From a moment on, until the next one. */
export interface Span {
  readonly what: Stretch | End;
  readonly from: number;
}

export const stretchWords: Readonly<Record<Stretch, string>> = {
  waiting: "waiting",
  preparing: "preparing",
  agent: "agent",
  validating: "validating",
  person: "waits for you",
  queue: "queue",
  landing: "landing",
};

/** The life of each sheet, by the events of its job. Every sheet begins to wait when the job does. */
export function lanesOf(
  events: readonly TuttiEvent[],
  sheets: readonly { readonly id: string; readonly isApproved?: boolean }[],
  from: number,
): ReadonlyMap<string, readonly Span[]> {
  const lanes = new Map<string, Span[]>(sheets.map(({ id }) => [id, [{ what: "waiting", from }]]));
  for (const { sheet, index, recorded, state, at } of events) {
    const lane = sheet === null ? undefined : lanes.get(sheet);
    if (lane === undefined || index > 0 || recorded.about !== "sheet") continue;
    const what = after(recorded.event, state) ?? lane.at(-1)?.what ?? "waiting";
    if (lane.at(-1)?.what !== what) lane.push({ what, from: at });
  }
  for (const { id, isApproved } of sheets) {
    const lane = lanes.get(id) ?? [];
    const last = lane.at(-1);
    // A score may ask for a person's word: no event of its own says so.
    if (isApproved === false && last?.what === "queue") lane[lane.length - 1] = { ...last, what: "person" };
  }
  return lanes;
}

/** `null`: as before. */
function after(event: SheetEvent, state: string | null): Span["what"] | null {
  switch (event.kind) {
    case "started":
      return "preparing";
    case "placed":
      return event.isUnready === true ? "preparing" : "agent";
    case "prepared":
    case "playing":
      return "agent";
    case "validating":
      return "validating";
    case "held":
    case "proposed":
      return "person";
    case "landing":
    case "proposing":
      return "landing";
    case "approved":
      return "queue";
    default:
      return byState(state);
  }
}

function byState(state: string | null): Span["what"] | null {
  switch (state) {
    case "captured":
      return "queue";
    case "waiting":
      return "waiting";
    case "landed":
    case "done":
    case "skipped":
      return "good";
    case "failed":
    case "cancelled":
      return "bad";
    default:
      return null;
  }
}

/** How long each part took, of one sheet or of all of them. `now`: until when the last part lasts. */
export function timeBy(lanes: Iterable<readonly Span[]>, now: number): ReadonlyMap<Stretch, number> {
  const sums = new Map<Stretch, number>(stretches.map((what) => [what, 0]));
  for (const spans of lanes)
    for (const [place, { what, from }] of spans.entries()) {
      if (what === "good" || what === "bad") continue;
      sums.set(what, (sums.get(what) ?? 0) + Math.max(0, (spans[place + 1]?.from ?? now) - from));
    }
  return sums;
}

/** When nothing more happened to a sheet; `null`: something still does. */
export function endOf(spans: readonly Span[]): number | null {
  const last = spans.at(-1);
  return last?.what === "good" || last?.what === "bad" ? last.from : null;
}

/** When it was first worked on. */
export function startOf(spans: readonly Span[]): number | null {
  return spans.find(({ what }) => what !== "waiting" && what !== "good" && what !== "bad")?.from ?? null;
}
