import { linesBelow } from "../../../base/ignore/gitignore-words.ts";
import { gitignoreMatcher } from "../../../base/ignore/gitignore.ts";
import type { FileChange } from "../../../base/line-move.ts";
import { compareFindings } from "../../../findings/compare/compare.ts";
import { countByCode } from "../../../findings/counts.ts";
import { type Finding, inOrder, isAtLeast, ofCodes } from "../../../findings/finding.ts";
import { silencersAdded } from "../../../findings/suppression.ts";
import { oneLine } from "../../../score/one-line.ts";
import type { ConcreteCommand } from "../../../score/plan/command.ts";
import type { FixGoal } from "../../../score/rules/findings.ts";
import type { CheckPlace, Failure, Outcome, RunCheck } from "../../place.ts";
import { type FindingsCheck, type Ran, belowTop, findingsAtBase, findingsOfResult } from "./run.ts";

/**
 * Passes when the tool finds nothing in the result that it does not find in the base, and all that has to be gone is
 * gone. A tool that fails has found neither. What silences the tool mends nothing: neither a comment nor another
 * configuration.
 */
export const runFindings: RunCheck<"findings"> = async (check, place, parts) => {
  const { command, fixes, ignore } = check;
  if (command.cwd.root === "workspace") {
    return failedFor({ reason: `${oneLine(command.shown)} runs in the workspace, which has no base to compare with` });
  }
  const dodge = await dodgeIn(check, place);
  if (dodge !== undefined) return failedFor(dodge);
  const after = await findingsOfResult(parts, check, place);
  if (after.kind === "no-folder") return failedFor(after.failure);
  if (after.kind === "failed") return failedFor(toolFailure(command, "the result", after.why));
  if (after.findings.length === 0 && fixes === null) return { kind: "passed" };
  const before = await findingsAtBase(parts, check, place);
  if (before.kind === "failed") return failedFor(toolFailure(command, "the base", before.why));
  const became = await compared(check, { before: listOf(before), after: after.findings }, place);
  const isIgnored = ofCodes(ignore);
  return judged(check, { ...became, introduced: became.introduced.filter((finding) => !isIgnored(finding)) });
};

/**
 * In the base it is no fault that the folder is not there: the sheet made it, and what is not there has no findings.
 */
function listOf(ran: Ran): readonly Finding[] {
  return ran.kind === "read" ? ran.findings : [];
}

async function compared(
  check: FindingsCheck,
  found: { before: readonly Finding[]; after: readonly Finding[] },
  place: CheckPlace,
): Promise<Became> {
  const changes = await place.lineChanges();
  const { fixed, remaining, introduced } = compareFindings(
    found.before,
    found.after,
    (file) => changes.get(file) ?? null,
  );
  const wanted = new Set(wantedOf(check, found.before));
  return {
    fixed: fixed.filter((finding) => wanted.has(finding)),
    remaining: remaining.flatMap(([before, after]) => (wanted.has(before) ? [after] : [])),
    introduced,
  };
}

/** Which findings of the base have to be gone: the first so many that the goal speaks of. */
function wantedOf({ fixes, ignore }: FindingsCheck, before: readonly Finding[]): readonly Finding[] {
  if (fixes === null) return [];
  const wanted = before.filter((finding) => isWanted(finding, fixes) && !ofCodes(ignore)(finding));
  return wanted.toSorted(inOrder).slice(0, fixes.most ?? undefined);
}

function isWanted(finding: Finding, { files, codes, severity }: FixGoal): boolean {
  return (
    (files.length === 0 || files.includes(finding.file)) &&
    (codes.length === 0 || ofCodes(codes)(finding)) &&
    isAtLeast(finding.severity, severity)
  );
}

function judged(check: FindingsCheck, became: Became): Outcome {
  const { fixed, remaining, introduced } = became;
  const { fixes, tool } = check;
  const findings = {
    tool,
    fixed: countByCode(fixed),
    remaining: countByCode(remaining),
    introduced: countByCode(introduced),
  };
  if (introduced.length === 0 && remaining.length === 0)
    return { kind: "passed", ...(fixes === null ? {} : { findings }) };
  // One that got nothing mended of its own is no worse for it: whether anything was is told by all of them.
  const isBetter = introduced.length === 0 && fixes !== null;
  const partly = fixes?.partial === true ? "lands" : "continues";
  return { kind: "failed", ...becameWords(check, became), findings, ...(isBetter ? { partly } : {}) };
}

async function dodgeIn(
  { configs, silencers, tool, command, fixes, changed: looksAt }: FindingsCheck,
  place: CheckPlace,
): Promise<Failure | undefined> {
  const name = tool === "" ? oneLine(command.shown) : tool;
  // A picture that was replaced is nothing that a tool would have read.
  const mayBeRead = (path: string): boolean =>
    fixes?.files.includes(path) === true ||
    (looksAt !== null && !looksAt.some(isAnythingIn(belowTop(command.cwd.path))) && gitignoreMatcher(looksAt)(path));
  const lost = lostFile(await place.lineChanges(), { files: fixes?.files ?? [], looksAt, name });
  if (lost !== null)
    return { reason: `${lost}: that mends nothing in it`, hint: "Put it back, and mend the findings themselves" };
  if (configs.length > 0) {
    const changed = (await place.changedPaths()).map((path) => Buffer.from(path, "latin1").toString("utf8"));
    const own = changed.filter(gitignoreMatcher(configs));
    const shown = oneLine(own.slice(0, 5).join(", "));
    if (own.length > 0)
      return {
        reason: `${shown} was changed: ${name} is configured by it`,
        hint: "Put it back, and mend the findings themselves",
      };
  }
  if (silencers.length === 0) return undefined;
  const changes = await place.lineChanges();
  const added = silencersAdded(changes.values(), silencers);
  const unread = [...changes].find(
    ([path, { unread: why, to }]) => why !== undefined && to !== null && mayBeRead(path),
  );
  if (unread !== undefined)
    return {
      reason: `${unread[0]} can't be compared line by line any more (${unread[1].unread ?? ""}), so nobody knows whether ${name} was silenced in it`,
    };
  if (added.length === 0) return undefined;
  const shown = added.slice(0, 5).map(({ file, line, text }) => oneLine(`${file}:${String(line)}: ${text.trim()}`));
  const more = added.length > shown.length ? [`and ${String(added.length - shown.length)} more`] : [];
  return {
    reason: `${name} was silenced instead of heard:\n${[...shown, ...more].join("\n")}`,
    hint: "Take the comments out, and mend what they hide; leave a finding that is wrong as it is",
  };
}

/**
 * What a tool without a kind of file of its own looks at, where it runs; of any other folder somebody chose to say that
 * it is read.
 */
function isAnythingIn(folder: string): (line: string) => boolean {
  const all = linesBelow(folder, ["*"]);
  return (line) => line === "*" || all.includes(line);
}

function failedFor(failure: Failure): Outcome {
  return { kind: "failed", ...failure };
}

/** A file that is gone has no findings, and nobody asked for that. */
function lostFile(
  changes: ReadonlyMap<string, FileChange>,
  {
    files,
    looksAt,
    name,
  }: { readonly files: readonly string[]; readonly looksAt: readonly string[] | null; readonly name: string },
): string | null {
  const isRead = looksAt === null ? () => true : gitignoreMatcher(looksAt);
  // One that was renamed and changed a lot is gone and new to git.
  const hasNew = [...changes.values()].some(({ from, to }) => from === null && to !== null && isRead(to));
  for (const file of files) {
    const change = changes.get(file);
    if (change === undefined) continue;
    if (change.to === null && !hasNew) return `${file} was deleted`;
    if (change.to !== null && change.to !== file && !isRead(change.to))
      return `${file} is called ${change.to} now, which ${name} does not look at`;
  }
  return null;
}

/** What became of the findings that a rule is about. */
interface Became {
  /** Of those that have to be gone. */
  readonly fixed: readonly Finding[];
  /** As they are now. */
  readonly remaining: readonly Finding[];
  readonly introduced: readonly Finding[];
}

function toolFailure(command: ConcreteCommand, where: string, why: string): Failure {
  return {
    reason: `the tool itself failed on ${where}, so nothing is known: ${oneLine(command.shown)}: ${why}`,
    hint: "Run it by hand to see what it lacks",
  };
}

/** What an agent has to know of a result that does not do; the first line can stand alone. */
function becameWords({ command, fixes, tool }: FindingsCheck, { fixed, remaining, introduced }: Became): Failure {
  const fresh =
    introduced.length === 0
      ? []
      : [
          `${oneLine(tool === "" ? command.shown : tool)} reports ${counted(introduced, "new finding")}:`,
          ...listed(introduced),
        ];
  const left =
    remaining.length === 0
      ? []
      : [
          `${String(remaining.length)} of ${counted([...fixed, ...remaining], "finding")} ${remaining.length === 1 ? "is" : "are"} still there:`,
          ...listed(remaining),
        ];
  const hint = fixes === null ? "Mend them; findings that the base has already don't count" : undefined;
  return { reason: [...fresh, ...left].join("\n"), ...(hint === undefined ? {} : { hint }) };
}

/** As many as an agent would mend in one go; a brief holds no more. */
const maxShown = 40;

function listed(findings: readonly Finding[]): readonly string[] {
  const lines = findings.slice(0, maxShown).map(lineOf);
  return findings.length > maxShown ? [...lines, `and ${String(findings.length - maxShown)} more`] : lines;
}

function lineOf({ file, line, column, code, message }: Finding): string {
  const place = `${file}${line === null ? "" : `:${String(line)}${column === null ? "" : `:${String(column)}`}`}`;
  return oneLine(`${place}: ${message}${code === null ? "" : ` [${code}]`}`);
}

function counted(findings: readonly Finding[], word: string): string {
  return `${String(findings.length)} ${word}${findings.length === 1 ? "" : "s"}`;
}
