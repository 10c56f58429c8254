import { gitignoreMatcher } from "../../base/ignore/gitignore.ts";
import { type Finding, inOrder, isAtLeast, ofCodes } from "../../findings/finding.ts";
import { globMatcher } from "../../score/match/glob.ts";
import type { PassedOver, Scope } from "../model.ts";

interface Selection {
  /** Sorted by file and line. */
  readonly taken: readonly Finding[];
  /** Each finding that is not taken counts in one of these. */
  readonly leftOut: readonly PassedOver[];
}

type Why = PassedOver["why"];

/** Which findings are to be fixed. What several reasons speak against is told by the first of them. */
export function select(findings: readonly Finding[], scope: Scope): Selection {
  const reasonOf = reasonsOf(scope);
  const out = new Map<Why, Finding[]>();
  const leave = (why: Why, finding: Finding): void => {
    const others = out.get(why);
    if (others === undefined) out.set(why, [finding]);
    else others.push(finding);
  };
  const files = new Set<string>();
  const taken: Finding[] = [];
  // In one order, so that a limit leaves out the same ones each time.
  for (const finding of findings.toSorted(inOrder)) {
    const why = reasonOf(finding) ?? limitOf(scope, { file: finding.file, files, taken: taken.length });
    if (why !== null) {
      leave(why, finding);
      continue;
    }
    files.add(finding.file);
    taken.push(finding);
  }
  return { taken, leftOut: order.flatMap((why) => leftOutOf(why, out.get(why) ?? [])) };
}

/** Whether a finding is of a rule, and as bad, as is asked for; wherever it is. */
export function isWanted({
  codes,
  ignore,
  severity,
}: Pick<Scope, "codes" | "ignore" | "severity">): (finding: Finding) => boolean {
  const isAsked = codes.length === 0 ? () => true : ofCodes(codes);
  const isIgnored = ofCodes(ignore);
  return (finding) => isAsked(finding) && !isIgnored(finding) && isAtLeast(finding.severity, severity);
}

/** Findings skipped for one reason; empty for none. */
export function leftOutOf(why: Why, findings: readonly Finding[]): readonly PassedOver[] {
  if (findings.length === 0) return [];
  const files = [...new Set(findings.flatMap(({ file }) => (file === "" ? [] : [file])))].toSorted();
  return [{ why, findings: findings.length, files: files.slice(0, mostNamed) }];
}

const mostNamed = 20;

const order: readonly Why[] = [
  "no-file",
  "outside",
  "path",
  "excluded",
  "code",
  "ignored",
  "severity",
  "dirty",
  "max-files",
  "max-findings",
];

/** Why a finding is skipped, independent of the others. */
function reasonsOf(scope: Scope): (finding: Finding) => Why | null {
  const isNamed = pathMatcher(scope.paths);
  const isIncluded = scope.include.length === 0 ? () => true : gitignoreMatcher(scope.include);
  const isExcluded = gitignoreMatcher(scope.exclude);
  const hasCode = isWanted({ codes: scope.codes, ignore: [], severity: null });
  const isIgnored = ofCodes(scope.ignore);
  return (finding) => {
    const { file } = finding;
    if (file === "") return "no-file";
    if (isOutside(file) || scope.known?.has(file) === false) return "outside";
    if (!isNamed(file) || scope.only?.has(file) === false) return "path";
    if (!isIncluded(file) || isExcluded(file)) return "excluded";
    if (!hasCode(finding)) return "code";
    if (isIgnored(finding)) return "ignored";
    if (!isAtLeast(finding.severity, scope.severity)) return "severity";
    // Last, so that only files are named as dirty that would be worked on.
    return scope.dirty.has(file) && !scope.takesDirty ? "dirty" : null;
  };
}

/** Git's own folder is not part of what git keeps. */
function isOutside(file: string): boolean {
  return (
    file.startsWith("/") ||
    file.includes("\0") ||
    file.split("/").some((step, index) => step === ".." || (index === 0 && step === ".git"))
  );
}

function limitOf(
  { maxFiles, maxFindings }: Scope,
  so: { file: string; files: ReadonlySet<string>; taken: number },
): Why | null {
  if (maxFiles !== null && !so.files.has(so.file) && so.files.size >= maxFiles) return "max-files";
  return maxFindings !== null && so.taken >= maxFindings ? "max-findings" : null;
}

/**
 * Files, directories, or globs of either. A path that is there letter by letter is meant as it is: `app/[id]/page.tsx`
 * is one.
 */
export function pathMatcher(paths: readonly string[]): (file: string) => boolean {
  const plain = paths.map(plainPath);
  if (plain.length === 0 || plain.includes("")) return () => true;
  const exact = new Set(plain);
  const globs = plain.flatMap((path) => {
    const glob = globMatcher([path]);
    return glob.kind === "means" ? [glob.value] : [];
  });
  return (file) => {
    for (let end = file.length; end > 0; end = file.lastIndexOf("/", end - 1)) {
      const path = file.slice(0, end);
      if (exact.has(path) || globs.some((matches) => matches(path))) return true;
    }
    return false;
  };
}

/** `./src//` is `src`; the top itself is empty. */
function plainPath(path: string): string {
  return path
    .split("/")
    .filter((step) => step !== "" && step !== ".")
    .join("/");
}
