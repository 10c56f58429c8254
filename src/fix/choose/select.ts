import { gitignoreMatcher } from "../../base/ignore/gitignore.ts";
import { type Finding, inOrder, isAtLeast, ofCodes } from "../../findings/finding.ts";
import { globMatcher } from "../../score/match/glob.ts";
import type { PassedOver, Scope } from "../model.ts";

interface Selection {
  readonly taken: readonly Finding[];
  /** Each skipped finding counts once. */
  readonly leftOut: readonly PassedOver[];
}

type Why = PassedOver["why"];

/** Which findings to fix. The first reason against a finding counts. */
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
  // Sorted, so that a limit always skips the same ones.
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

/** By rule and severity, in any file. */
export function isWanted({
  codes,
  ignore,
  severity,
}: Pick<Scope, "codes" | "ignore" | "severity">): (finding: Finding) => boolean {
  const isAsked = codes.length === 0 ? () => true : ofCodes(codes);
  const isIgnored = ofCodes(ignore);
  return (finding) => isAsked(finding) && !isIgnored(finding) && isAtLeast(finding.severity, severity);
}

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

/** Reasons that do not depend on other findings. */
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
    // Last, so that only files in scope are named as dirty.
    return scope.dirty.has(file) && !scope.takesDirty ? "dirty" : null;
  };
}

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

/** Files, directories or globs. A path that exists literally is no glob: `app/[id]/page.tsx`. */
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

/** `./src//` → `src`; the top → `""`. */
function plainPath(path: string): string {
  return path
    .split("/")
    .filter((step) => step !== "" && step !== ".")
    .join("/");
}
