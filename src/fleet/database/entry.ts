import type { Entry, FleetChange } from "../../store/entry.ts";
import type { Order } from "./order.ts";

/** A claim that is written with the start of its attempt. */
interface ClaimChange extends FleetChange {
  readonly kind: "claim";
  readonly order: Order;
}

export function claimEntry(order: Order): Entry {
  const change: ClaimChange = { kind: "claim", order };
  return { about: "fleet", change };
}

/** As the journal gives them back. */
export function ordersIn(changes: readonly FleetChange[]): readonly Order[] {
  return changes.filter(({ kind }) => kind === "claim").map((change) => (change as ClaimChange).order);
}
