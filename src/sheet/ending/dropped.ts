import type { EpochMs } from "../../base/ids.ts";
import type { SheetEvent } from "../events/event.ts";
import type { SheetState } from "../state.ts";

type Cancelled = Extract<SheetEvent, { readonly kind: "cancelled" }>;

/** A person ends one sheet of a job: where it has a result, it is that which is not wanted. */
export function cancelledAlone({ kind }: SheetState, at: EpochMs): Cancelled {
  return {
    kind: "cancelled",
    at,
    capture: null,
    ...(kind === "captured" || kind === "proposed" ? { isDropped: true } : {}),
  };
}

export function droppedBy({ isDropped }: Cancelled): Pick<Cancelled, "isDropped"> {
  return isDropped === undefined ? {} : { isDropped };
}
