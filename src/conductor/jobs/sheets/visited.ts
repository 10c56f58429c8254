import type { JobId, SheetId } from "../../../base/ids.ts";
import { readVisits } from "../../../isolation/records/presence.ts";
import type { JobParts } from "../parts.ts";
import { notNow } from "../../find/require.ts";

/**
 * Refuses what would start or land something of a sheet while a person works in its context; without sheets, of any of
 * the job.
 */
export async function requireUnvisited(
  { places }: Pick<JobParts, "places">,
  job: JobId,
  sheets?: readonly SheetId[],
): Promise<void> {
  const visits = (await readVisits(places)).filter((visit) => visit.job === job && !visit.isOver);
  const found = visits.find(({ sheet }) => sheets === undefined || sheets.includes(sheet));
  if (found === undefined) return;
  throw notNow(
    `a person works in ${found.sheet} of ${job} (process ${String(found.visitor.pid)})`,
    "It is captured when they leave the terminal that tutti shell or tutti attach opened; then try again.",
  );
}
