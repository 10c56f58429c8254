import { type Finding, type Reading, introduced, relativeTo } from "../../findings/finding.ts";
import { maxOutputBytes, readFindings } from "../../findings/read.ts";
import type { ProcessEnd } from "../../process/process.ts";
import { oneLine } from "../../score/one-line.ts";
import type { ConcreteCheck, ConcreteCommand, FindingsFormat, RuleTerms } from "../../score/rule.ts";
import type { CheckParts, CheckPlace, Failure } from "../place.ts";
import { endWords, tail, workingFolder } from "./command.ts";

type FindingsCheck = Extract<ConcreteCheck, { readonly kind: "findings" }> & RuleTerms;

/** Passes when the tool finds nothing in the context that it does not find in the base. A tool that fails has found neither. */
export async function findingsFailure(parts: CheckParts, check: FindingsCheck, place: CheckPlace): Promise<Failure | undefined> {
  const { command } = check;
  if (command.cwd.root === "workspace") return { reason: `${oneLine(command.shown)} runs in the workspace, which has no base to compare with` };
  const after = await findingsIn(parts, check, place);
  if (after.kind === "no-folder") return after.failure;
  if (after.kind === "failed") return toolFailure(command, "the result", after);
  if (after.findings.length === 0) return undefined;
  const before = await place.atBase((folder) => findingsIn(parts, { ...check, command: movedTo(command, place.folder, folder) }, atFolder(place, folder)));
  if (before.kind === "failed") return toolFailure(command, "the base", before);
  const fresh = introduced(before.kind === "no-folder" ? [] : before.findings, after.findings);
  return fresh.length === 0 ? undefined : freshFailure(command, fresh);
}

type Ran =
  | { readonly kind: "read"; readonly findings: readonly Finding[] }
  | Failed
  /** In the base that is no fault: the sheet made the folder, and what is not there has no findings. */
  | { readonly kind: "no-folder"; readonly failure: Failure };

interface Failed {
  readonly kind: "failed";
  readonly why: string;
}

async function findingsIn(parts: CheckParts, { command, format, timeoutMs }: FindingsCheck, place: CheckPlace): Promise<Ran> {
  const cwd = await workingFolder(place, command.cwd);
  if (typeof cwd !== "string") return { kind: "no-folder", failure: cwd };
  const end = await parts.run({
    argv: command.argv,
    cwd,
    env: { ...place.env, ...command.env },
    output: { kind: "memory", capBytes: maxOutputBytes },
    timeoutMs,
    tree: "contained",
    cancel: place.cancel,
  });
  const why = toolFault(end, timeoutMs);
  if (why !== null) return failed(why);
  const reading = readingOf(format, end);
  if (reading.kind === "unreadable") return failed(`its output can't be read as ${format.kind}: ${reading.why}${tail(end)}`);
  // Tools exit with another code than 0 when they find something; one that found nothing and does so has another problem. Only SARIF can say that it looked.
  if (reading.findings.length === 0 && format.kind !== "sarif" && !isExit0(end)) return failed(`it ${endWords(end, timeoutMs)} without a finding${tail(end)}`);
  return { kind: "read", findings: relativeTo(place.folder, relativeTo(cwd, reading.findings)) };
}

function toolFault(end: ProcessEnd, timeoutMs: number): string | null {
  if (end.how.kind !== "exited") return `it ${endWords(end, timeoutMs)}${tail(end)}`;
  return end.droppedBytes > 0 ? `it printed more than ${String(maxOutputBytes)} bytes` : null;
}

/** Compilers print findings on stderr; in SARIF only one stream can be the document. */
function readingOf(format: FindingsFormat, { stdout, stderr }: ProcessEnd): Reading {
  const first = readFindings(format, stdout.toString("utf8"));
  if (format.kind === "sarif" || first.kind === "unreadable") return first;
  const second = readFindings(format, stderr.toString("utf8"));
  return second.kind === "unreadable" ? second : { kind: "read", findings: [...first.findings, ...second.findings] };
}

function isExit0({ how }: ProcessEnd): boolean {
  return how.kind === "exited" && how.code === 0;
}

function failed(why: string): Failed {
  return { kind: "failed", why };
}

function atFolder(place: CheckPlace, folder: string): CheckPlace {
  return { ...place, folder, env: moved(place.env, place.folder, folder) };
}

/** A command that names its context by an absolute path would look at the result twice, and find nothing new. */
function movedTo(command: ConcreteCommand, from: string, to: string): ConcreteCommand {
  const [program, ...rest] = command.argv;
  const move = (text: string): string => movedText(text, from, to);
  return { ...command, argv: [move(program), ...rest.map(move)], env: moved(command.env, from, to) };
}

function moved(env: Readonly<Record<string, string>>, from: string, to: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, movedText(value, from, to)]));
}

function movedText(text: string, from: string, to: string): string {
  return text.split(from).reduce((done, rest) => `${done}${/^[\w.-]/.test(rest) ? from : to}${rest}`);
}

function toolFailure(command: ConcreteCommand, where: string, { why }: Failed): Failure {
  return { reason: `the tool itself failed on ${where}, so nothing is known: ${oneLine(command.shown)}: ${why}`, hint: "Run it by hand to see what it lacks" };
}

const maxShown = 10;

function freshFailure(command: ConcreteCommand, fresh: readonly Finding[]): Failure {
  const lines = fresh
    .slice(0, maxShown)
    .map(({ file, line, code, message }) => oneLine(`${file}${line === null ? "" : `:${String(line)}`}: ${message}${code === null ? "" : ` [${code}]`}`));
  const rest = fresh.length > maxShown ? [`and ${String(fresh.length - maxShown)} more`] : [];
  const count = fresh.length === 1 ? "1 new finding" : `${String(fresh.length)} new findings`;
  return {
    reason: `${oneLine(command.shown)} reports ${count}:\n${[...lines, ...rest].join("\n")}`,
    hint: "Mend them; findings that the base has already don't count",
  };
}
