import { type OutsideCall, worthTelling } from "../../../outside-call.ts";
import { seconds } from "../../../../base/seconds.ts";
import type { Finding } from "./finding.ts";

/** What a job waits for at this moment: programs that run for more than a few seconds. */
export function callFindings(calls: readonly OutsideCall[]): readonly Finding[] {
  return worthTelling(calls).map(({ what, pid, folder, forMs, isOwn }) => {
    const process = `${what} (process ${String(pid)})`;
    const where = `for ${seconds(forMs)} in ${folder}`;
    return {
      what: isOwn
        ? `It waits for ${process}, which runs ${where}.`
        : `${process} of another job runs ${where}. What starts or lands in that repository may wait for it.`,
      next: what.startsWith("git ") ? "Tutti ends a git that does nothing for a while; nothing is lost by it." : null,
    };
  });
}
