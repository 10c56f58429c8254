import type { EpochMs } from "../../base/ids.ts";
import type { Ended, SheetEvent } from "../../sheet/events/event.ts";

/** Earlier versions knew no trouble but the rate limit, which was an end of its own. */
type EarlierEnded = Omit<Ended, "end" | "trouble" | "words"> & {
  readonly trouble?: Ended["trouble"];
  readonly words?: Ended["words"];
  readonly end: Ended["end"] | { readonly kind: "rate-limited"; readonly resetAt: EpochMs | null };
};

/** An event as an earlier version may have written it, with what it did not know filled in. */
export function currentEvent(event: SheetEvent): SheetEvent {
  if (event.kind !== "ended") return event;
  const { end, trouble = null, words = null, ...more } = event as EarlierEnded;
  if (end.kind !== "rate-limited") return { ...more, end, trouble, words };
  return { ...more, end: { kind: "limited" }, trouble: { code: "E101", detail: "", resetAt: end.resetAt }, words };
}
