import type { SheetFindings } from "../../../api/contract/fix.ts";
import type { JobId } from "../../../base/ids.ts";
import type { Viewer } from "../../../conductor/find/viewer.ts";
import { readFixReport } from "./answer.ts";

const mostShown = 200;

/** Findings of a sheet before and after; `null`: its job is none of `tutti fix`, or the sheet is another one. */
export async function readSheetFindings(
  parts: Pick<Viewer, "git" | "store" | "isPlayed">,
  { job, sheet }: { readonly job: JobId; readonly sheet: string },
): Promise<SheetFindings | null> {
  if ((await parts.store?.fix(job)) === undefined) return null;
  const { record, outcomes } = await readFixReport(parts, { job });
  const own = record.sheets.find(({ id }) => id === sheet);
  if (own === undefined) return null;
  const files = new Set(own.files);
  const kinds = new Set(own.asked.map(({ tool, code }) => `${tool} ${code}`));
  const isOwn = ({ file, tool, code }: SheetFindings["findings"][number]): boolean =>
    files.has(file) && (code === null || kinds.has(`${tool} ${code}`));
  return {
    asked: own.asked,
    counts: outcomes.find((one) => one.sheet === sheet)?.counts ?? null,
    findings: record.findings.filter(isOwn).slice(0, mostShown),
  };
}
