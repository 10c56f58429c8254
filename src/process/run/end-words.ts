import { unreachable } from "../../base/error.ts";
import type { ProcessEnd } from "../process.ts";

/** How a process came to its end, as the rest of a sentence about it. */
export function endWords({ how }: ProcessEnd, timeoutMs: number): string {
  switch (how.kind) {
    case "exited":
      return `exited ${String(how.code)}`;
    case "signalled":
      return `was ended by ${how.signal}`;
    case "timed-out":
      return `did not end within ${String(timeoutMs / 1000)} s`;
    case "idle":
    case "silent":
      return "printed nothing for too long";
    case "cancelled":
      return "was cancelled";
    case "not-started":
      return `could not be started: ${how.reason}`;
    default:
      return unreachable(how);
  }
}
