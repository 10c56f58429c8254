import type { Plan } from "../plan/plan.ts";
import type { WrittenSandbox } from "../schema/contexts/sandbox.ts";

/** Keys that a plan has only where the score has them. */
export function sandboxPlan({
  level,
  network,
  prepare,
  keys,
}: WrittenSandbox = {}): Pick<Plan, "sandbox" | "confined"> {
  const confined = {
    ...(network === undefined || network === "open" ? {} : { network }),
    ...(prepare === undefined ? {} : { prepare }),
    ...(keys === "broker" ? { hasBrokeredKeys: true as const } : {}),
  };
  return {
    ...(level === undefined || level === "off" ? {} : { sandbox: level }),
    ...(Object.keys(confined).length === 0 ? {} : { confined }),
  };
}
