import type { VerifiedEnd, VerifiedLanding, VerifyReport } from "../../src/api/contract/landing.ts";
import type { Forged, Said } from "./forgery.ts";
import { landed } from "./ground.ts";

export interface Answer {
  readonly code: number | null;
  readonly said: string;
  /** `null`: verify came to no report. */
  readonly report: VerifyReport | null;
}

/**
 * What is not as it should be in what verify says of a forgery: not what was expected, or something false about others.
 */
export function judge(
  said: Said,
  { sheets, ends = [], clone, wrong = [] }: Forged,
  { code, said: text, report }: Answer,
): readonly string[] {
  if (said === "refused")
    return [
      ...wrong,
      ...(code === 0 || report !== null ? [`verify ends with ${String(code)} as if all could be read`] : []),
    ];
  if (report === null) return [...wrong, `verify ends with ${String(code)} and no report: ${text}`];
  const wanted = said === "doubted" || said === "undone" || said === "missing" ? 1 : 0;
  return [
    ...wrong,
    ...(code === wanted ? [] : [`the exit code is ${String(code)}, not ${String(wanted)}`]),
    ...sheets
      .filter((sheet) => !isSaid(said, sheet, report))
      .map((sheet) => `${sheet} is not ${said}: ${toldOf(sheet, report)}`),
    ...(clone === undefined ? landed : [])
      .filter((sheet) => !sheets.includes(sheet) && !isAsItWas(sheet, report))
      .map((sheet) => `${sheet}, which was not touched: ${toldOf(sheet, report)}`),
    ...ends
      .filter((job) => !isEndSaid(said, endOf(job, report)))
      .map((job) => `the end of ${job} is not ${said}: ${JSON.stringify(endOf(job, report))}`),
    ...report.ends
      .filter(({ job, outcome }) => !ends.includes(job) && outcome !== (clone === undefined ? "proven" : "consistent"))
      .map((end) => `the end of ${end.job}, which was not touched: ${JSON.stringify(end)}`),
  ];
}

function endOf(job: string, { ends }: VerifyReport): VerifiedEnd | undefined {
  return ends.find((end) => end.job === job);
}

function isEndSaid(said: Said, end: VerifiedEnd | undefined): boolean {
  switch (said) {
    case "doubted":
      return end?.outcome === "doubted";
    case "unproven":
      return end?.outcome === "consistent" || end?.outcome === "claimed";
    default:
      return end?.outcome === "proven";
  }
}

function isSaid(said: Said, sheet: string, { landings, missing }: VerifyReport): boolean {
  const own = landings.filter((landing) => landing.sheet === sheet);
  const isMissing = missing.some((lost) => lost.sheet === sheet);
  switch (said) {
    case "doubted":
      return own.some(({ outcome }) => outcome === "doubted") || isMissing;
    case "missing":
      return isMissing || own.some(({ outcome }) => outcome === "doubted");
    case "undone":
      return own.some(({ undone }) => undone !== undefined && !undone.isSaid && undone.by !== null);
    case "said":
      return own.some(({ undone }) => undone?.isSaid === true);
    case "unproven":
      return own.length > 0 && own.every(({ outcome }) => outcome === "claimed" || outcome === "consistent");
    case "absent":
      return own.some(({ absent, outcome }) => absent.includes("capture") && outcome === "proven");
    case "ignored":
    case "undetectable":
      return own.some(isWell);
    case "refused":
      return false;
  }
}

/** One landing that is proven and still there; a forged one beside it is doubted. */
function isAsItWas(sheet: string, { landings, missing }: VerifyReport): boolean {
  const own = landings.filter((landing) => landing.sheet === sheet);
  return own.length === 1 && own.every(isWell) && !missing.some((lost) => lost.sheet === sheet);
}

function isWell({ outcome, undone }: VerifiedLanding): boolean {
  return outcome === "proven" && undone === undefined;
}

function toldOf(sheet: string, { landings, missing }: VerifyReport): string {
  const own = landings.filter((landing) => landing.sheet === sheet);
  return JSON.stringify({
    landings: own.map(({ outcome, problems, absent, undone }) => ({ outcome, problems, absent, undone })),
    missing: missing.some((lost) => lost.sheet === sheet),
  });
}
