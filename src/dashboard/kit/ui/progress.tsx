import type { ReactNode } from "react";
import type { JobSummary } from "../../../api/contract/job.ts";

/** How far a job is: good, bad and running sheets as parts of one bar. */
export function Progress({ counts }: { readonly counts: JobSummary["counts"] }): ReactNode {
  const parts = [
    { name: "good", count: counts.landed + counts.done + counts.skipped, colour: "var(--landed)" },
    { name: "running", count: counts.running + counts.proposed, colour: "var(--agent)" },
    { name: "failed", count: counts.failed + counts.blocked, colour: "var(--failed)" },
  ];
  const words = parts.map(({ name, count }) => `${count} ${name}`).join(", ");
  return (
    <div className="bar" role="img" aria-label={`${words} of ${counts.sheets} sheets`}>
      {parts.map(({ name, count, colour }) => (
        <i key={name} style={{ width: `${(100 * count) / Math.max(1, counts.sheets)}%`, background: colour }} />
      ))}
    </div>
  );
}
