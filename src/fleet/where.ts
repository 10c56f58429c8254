import { isInPlace } from "../score/plan/isolation.ts";
import type { Job } from "../sheet/job.ts";

/** Why the sheets of a job play on the conductor's own machine; `null`: they play on workers. */
export function whyHere({ isolation, plan, managed, interactive }: Job): string | null {
  if (isInPlace(isolation.level)) return `they work in the folder itself (isolation: ${isolation.level})`;
  if (isolation.per === "job") return "they share one context";
  if (interactive !== undefined) return "their agent runs in a person's terminal";
  if (managed !== undefined) return "they work on a mirror of this machine";
  if (plan.crossSheet !== null) return "they read what earlier sheets printed or wrote";
  if (plan.workspace !== null) return "their workspace is a folder of this machine";
  if (plan.isolation.folder !== null) return "their contexts lie in a folder of this machine";
  return null;
}
