import { TuttiError } from "../../base/error.ts";

/** Another conductor leads the fleet: no call of this one is answered any more. */
export class FleetTaken extends TuttiError {
  constructor() {
    super("fleet.claim_lost", "another conductor leads the fleet", { audience: "environment" });
  }
}
