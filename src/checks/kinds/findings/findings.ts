import { firstLines, oneLine, plural } from "../../../base/text.ts";
import { linesBelow } from "../../../base/ignore/gitignore-words.ts";
import { gitignoreMatcher } from "../../../base/ignore/gitignore.ts";
import type { FileChange } from "../../../base/line-move.ts";
import { compareFindings } from "../../../findings/compare/compare.ts";
import { countByCode } from "../../../findings/counts.ts";
import { type Finding, inOrder, isAtLeast, ofCodes } from "../../../findings/finding.ts";
import { silencersAdded } from "../../../findings/suppression.ts";
import type { ConcreteCommand } from "../../../score/plan/command.ts";
import type { FixGoal } from "../../../score/rules/findings.ts";
import type { CheckPlace, Failure, Outcome, RunCheck } from "../../place.ts";
import { type FindingsCheck, type Ran, belowTop, findingsAtBase, findingsOfResult } from "./run.ts";

/**
 * Passes when the tool finds nothing new compared with the base, and what has to be gone is gone. A tool that fails
 * proves neither. Silencing the tool, by comments or configuration, fixes nothing.
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
  if (after.kind === "failed") return failedFor(toolFailure(command, "the result", after));
  if (after.findings.length === 0 && fixes === null) return { kind: "passed" };
  const before = await findingsAtBase(parts, check, place);
  if (before.kind === "failed") return failedFor(toolFailure(command, "the base", before));
  const became = await compared(check, { before: listOf(before), after: after.findings }, place);
  const isIgnored = ofCodes(ignore);
  return judged(check, { ...became, introduced: became.introduced.filter((finding) => !isIgnored(finding)) });
};

/** A folder that the sheet made has no findings in the base. */
function listOf(ran: Ran): readonly Finding[] {
  return ran.kind === "read" ? ran.findings : [];
}

async function compared(
  check: FindingsCheck,
  found: { before: readonly Finding[]; after: readonly Finding[] },
  place: CheckPlace,
): Promise<Became> {
  const changes = await place.since.lineChanges();
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

/** The first findings of the base that the goal is about. */
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
  // Whether anything was fixed is judged over all validations.
  const isBetter = introduced.length === 0 && fixes !== null;
  const partly = fixes?.partial === true ? "lands" : "continues";
  return { kind: "failed", ...becameWords(check, became), findings, ...(isBetter ? { partly } : {}) };
}

async function dodgeIn(
  { configs, silencers, tool, command, fixes, changed: looksAt }: FindingsCheck,
  place: CheckPlace,
): Promise<Failure | undefined> {
  const name = tool === "" ? oneLine(command.shown) : tool;
  // A replaced picture is no file that a tool reads.
  const mayBeRead = (path: string): boolean =>
    fixes?.files.includes(path) === true ||
    (looksAt !== null && !looksAt.some(isAnythingIn(belowTop(command.cwd.path))) && gitignoreMatcher(looksAt)(path));
  const lost = lostFile(await place.since.lineChanges(), { files: fixes?.files ?? [], looksAt, name });
  if (lost !== null)
    return { reason: `${lost}: that fixes nothing in it`, hint: "Put it back and fix the findings themselves" };
  if (configs.length > 0) {
    const changed = (await place.since.changedPaths()).map((path) => Buffer.from(path, "latin1").toString("utf8"));
    const own = changed.filter(gitignoreMatcher(configs));
    const shown = oneLine(own.slice(0, 5).join(", "));
    if (own.length > 0)
      return {
        reason: `${shown} was changed: ${name} is configured by it`,
        hint: "Put it back and fix the findings themselves",
      };
  }
  if (silencers.length === 0) return undefined;
  const changes = await place.since.lineChanges();
  const added = silencersAdded(changes.values(), silencers);
  const unread = [...changes].find(
    ([path, { unread: why, to }]) => why !== undefined && to !== null && mayBeRead(path),
  );
  if (unread !== undefined)
    return {
      reason: `${unread[0]} can't be compared line by line any more (${unread[1].unread ?? ""}), so it is unknown whether ${name} was silenced in it`,
    };
  if (added.length === 0) return undefined;
  const lines = added.map(({ file, line, text }) => oneLine(`${file}:${String(line)}: ${text.trim()}`));
  return {
    reason: `${name} was silenced instead of heard:\n${firstLines(lines, 5).join("\n")}`,
    hint: "Take the comments out and fix what they hide; leave a finding that is wrong as it is",
  };
}

/** Accepts the files that a tool without a file kind of its own looks at. */
function isAnythingIn(folder: string): (line: string) => boolean {
  const all = linesBelow(folder, ["*"]);
  return (line) => line === "*" || all.includes(line);
}

function failedFor(failure: Failure): Outcome {
  return { kind: "failed", ...failure };
}

/** A deleted file has no findings, which is no fix. */
function lostFile(
  changes: ReadonlyMap<string, FileChange>,
  {
    files,
    looksAt,
    name,
  }: { readonly files: readonly string[]; readonly looksAt: readonly string[] | null; readonly name: string },
): string | null {
  const isRead = looksAt === null ? () => true : gitignoreMatcher(looksAt);
  // To git, a file that was renamed and changed a lot is gone and new.
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

interface Became {
  readonly fixed: readonly Finding[];
  readonly remaining: readonly Finding[];
  readonly introduced: readonly Finding[];
}

function toolFailure(
  command: ConcreteCommand,
  where: string,
  { why, log }: Extract<Ran, { readonly kind: "failed" }>,
): Failure {
  return {
    reason: `the tool itself failed on ${where}, so nothing is known: ${oneLine(command.shown)}: ${why}`,
    hint: "Run it by hand to see what it lacks",
    ...(log === undefined ? {} : { log }),
  };
}

/** For the agent; the first line can stand alone. */
function becameWords({ command, fixes, tool }: FindingsCheck, { fixed, remaining, introduced }: Became): Failure {
  const fresh =
    introduced.length === 0
      ? []
      : [
          `${oneLine(tool === "" ? command.shown : tool)} reports ${plural(introduced.length, "new finding")}:`,
          ...listed(introduced),
        ];
  const left =
    remaining.length === 0
      ? []
      : [
          `${String(remaining.length)} of ${plural(fixed.length + remaining.length, "finding")} ${remaining.length === 1 ? "is" : "are"} still there:`,
          ...listed(remaining),
        ];
  const hint = fixes === null ? "Fix them; findings that the base already has don't count" : undefined;
  return { reason: [...fresh, ...left].join("\n"), ...(hint === undefined ? {} : { hint }) };
}

/** How many findings an agent fixes in one go. */
const maxShown = 40;

function listed(findings: readonly Finding[]): readonly string[] {
  return firstLines(findings.map(lineOf), maxShown);
}

function lineOf({ file, line, column, code, message }: Finding): string {
  const place = `${file}${line === null ? "" : `:${String(line)}${column === null ? "" : `:${String(column)}`}`}`;
  return oneLine(`${place}: ${message}${code === null ? "" : ` [${code}]`}`);
}
