import type { CommitSha } from "../../base/ids.ts";
import type { SheetEvent } from "../events/event.ts";
import type { SheetState } from "../state.ts";

type Ended = Extract<SheetState, { readonly kind: "captured" | "failed" | "cancelled" }>;

/** A sheet that competed and was not chosen has nothing to land, with any result; its work is kept. */
export function outdoneFrom(
  { attempt, context, session, counts }: Ended,
  { by }: Extract<SheetEvent, { readonly kind: "outdone" }>,
  kept: CommitSha | null,
): SheetState {
  return { kind: "done", attempt, context, session, counts, inPlace: false, outdone: { by, kept } };
}
