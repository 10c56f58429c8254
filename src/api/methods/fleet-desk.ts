import { TuttiError } from "../../base/error.ts";
import type { FleetDesk } from "../contract/fleet.ts";

export function requireFleet(fleet: FleetDesk | null): FleetDesk {
  if (fleet !== null) return fleet;
  throw new TuttiError("fleet.none", "this conductor has no fleet", {
    audience: "user",
    hint: "Set fleet.address and fleet.database, then run: tutti restart. See docs/fleet.md",
  });
}

export function requireKnown(isKnown: boolean, name: string): void {
  if (isKnown) return;
  throw new TuttiError("fleet.unknown_worker", `the fleet has no worker ${JSON.stringify(name)}`, {
    audience: "user",
    hint: "tutti fleet status lists them.",
  });
}
