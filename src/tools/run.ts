import { constants, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, posix, resolve } from "node:path";
import { withFlatFolder } from "../base/files/flat-folder.ts";
import type { Finding } from "../findings/finding.ts";
import { maxOutputBytes, readFindings } from "../findings/read.ts";
import { asArgument, pathIn } from "../fix/tool-folder.ts";
import type { PreparedTool } from "../fix/model.ts";
import { makeExcerpt } from "../process/output/excerpt.ts";
import { type ProcessEnd, type RunProcess, endWords } from "../process/process.ts";
import { batchesOf } from "./batches.ts";
import { open } from "node:fs/promises";
import { messageOf } from "../base/error.ts";

export type RunnableTool = Pick<
  PreparedTool,
  "name" | "argv" | "everything" | "env" | "format" | "reach" | "timeoutMs"
>;

export interface ToolPlace {
  /** The top of the checkout, absolute; findings are relative to it. */
  readonly folder: string;
  /** Where the tool runs; `""`: the top. */
  readonly below?: string;
  /** Relative to the top; `null`: everything. A tool that needs the whole project ignores it. */
  readonly files: readonly string[] | null;
  /** Without the tool's own variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly cancel: AbortSignal;
}

/** A failed tool says nothing about the project: not the same as no findings. */
export type ToolRun =
  | { readonly kind: "read"; readonly findings: readonly Finding[]; readonly tookMs: number }
  | { readonly kind: "failed"; readonly why: string; readonly tookMs: number };

/** Files that do not fit into one command are checked in batches. */
export async function runTool(run: RunProcess, tool: RunnableTool, place: ToolPlace): Promise<ToolRun> {
  const findings: Finding[] = [];
  let tookMs = 0;
  const below = place.below ?? "";
  const cwd = below === "" ? place.folder : join(place.folder, below);
  const files = place.files?.flatMap((file) => pathIn(below, file) ?? []) ?? null;
  for (const command of commandsOf(tool, files)) {
    const part = await runPart(run, { ...command, tool, leftMs: tool.timeoutMs - tookMs }, { ...place, cwd });
    tookMs += part.tookMs;
    if (part.kind === "failed") return { ...part, tookMs };
    for (const finding of part.findings) findings.push(finding);
  }
  return { kind: "read", findings: findingsBelow(place.folder, findings, cwd), tookMs };
}

interface Command {
  /** May contain `{report}`. */
  readonly words: readonly [string, ...string[]];
  readonly files: readonly string[];
}

function commandsOf(tool: RunnableTool, files: readonly string[] | null): readonly Command[] {
  if (files?.length === 0) return [];
  if (files === null || tool.reach === "project") return [{ words: [...tool.argv, ...tool.everything], files: [] }];
  return batchesOf(files.map(asArgument), tool.argv).map((part) => ({ words: tool.argv, files: part }));
}

interface Part extends Command {
  readonly tool: RunnableTool;
  /** Of the tool's timeout. */
  readonly leftMs: number;
}

type PartPlace = ToolPlace & { readonly cwd: string };

function runPart(run: RunProcess, part: Part, place: PartPlace): Promise<ToolRun> {
  if (!part.words.some((word) => word.includes(reportMark))) return runWith(run, { ...part, reports: null }, place);
  return withFlatFolder(tmpdir(), (folder) => runWith(run, { ...part, reports: folder }, place));
}

const reportMark = "{report}";

async function runWith(
  run: RunProcess,
  part: Part & { readonly reports: string | null },
  { cwd, env, cancel }: PartPlace,
): Promise<ToolRun> {
  const { tool, words, files, leftMs, reports } = part;
  const report = reports === null ? null : join(reports, "report");
  const [program, ...args] = words;
  const filled = args.map((word) => (report === null ? word : word.replaceAll(reportMark, () => report)));
  const end = await run({
    argv: [program, ...filled, ...files],
    cwd,
    env: { ...env, ...tool.env },
    output: { kind: "memory", capBytes: maxOutputBytes },
    limits: { timeoutMs: Math.max(1, leftMs), cancel, ...(reports === null ? {} : { outside: { write: [reports] } }) },
    tree: "contained",
  });
  const tookMs = end.durationMs;
  const fault = faultOf(end, tool.timeoutMs);
  if (fault !== null) return { kind: "failed", why: `it ${fault}${outputTail(end)}`, tookMs };
  const written = report === null ? ({ kind: "read", text: null } as const) : await readReport(report, maxOutputBytes);
  const reading =
    written.kind === "unreadable" ? written : readFindings(tool.format, outputOf(tool, end, written.text), tool.name);
  if (reading.kind === "read") return { kind: "read", findings: reading.findings, tookMs };
  return {
    kind: "failed",
    why: `it ${endWords(end, tool.timeoutMs)}, and its output can't be read: ${reading.why}${outputTail(end)}`,
    tookMs,
  };
}

/** Common formats are read from stdout, or from the report if there is one. */
function outputOf(
  { format }: RunnableTool,
  { how, stdout, stderr }: ProcessEnd,
  report: string | null,
): Parameters<typeof readFindings>[1] {
  const isOwn = format.kind === "tool";
  return {
    stdout: isOwn || report === null ? stdout.toString("utf8") : report,
    stderr: stderr.toString("utf8"),
    code: how.kind === "exited" ? how.code : -1,
    report: isOwn ? report : null,
  };
}

/** 128 + a fatal signal: no tool exits so by itself. */
const crashCodes = new Set([132, 134, 135, 136, 137, 139, 143]);

function faultOf(end: ProcessEnd, timeoutMs: number): string | null {
  const { how, oom, droppedBytes } = end;
  if (oom === true) return "was ended by the system, for want of memory";
  if (how.kind !== "exited") return endWords(end, timeoutMs);
  if (crashCodes.has(how.code)) return `crashed (exit code ${how.code})`;
  return droppedBytes > 0 ? `printed more than ${maxOutputBytes} bytes` : null;
}

/** Of a report that may have megabytes, only its beginning and its end are looked at. */
const looked = 32 * 1024;

/** Programs explain failures on either stream. */
function outputTail({ stdout, stderr }: ProcessEnd): string {
  const printed = makeExcerpt();
  for (const [stream, output] of Object.entries({ stdout, stderr } as const)) {
    const ends = output.length <= 2 * looked ? [output] : [output.subarray(0, looked), output.subarray(-looked)];
    for (const part of ends)
      for (const line of part.toString("utf8").split("\n")) printed.add(stream as "stdout" | "stderr", line);
  }
  const text = printed.text();
  return text === "" ? "" : `:\n${text}`;
}

/**
 * Independent of the checkout: files relative to it, its path removed from messages. Files elsewhere stay absolute.
 * `cwd`: where the tool ran.
 */
export function findingsBelow(folder: string, findings: readonly Finding[], cwd = folder): readonly Finding[] {
  const roots = rootsOf(folder);
  const names = new Map<string, string>();
  return findings.map((finding) => {
    const file = names.get(finding.file) ?? nameBelow(roots, finding.file, cwd);
    names.set(finding.file, file);
    return { ...finding, file, message: roots.reduce(withoutRoot, finding.message) };
  });
}

/** The given and the real path; the longer first, because one may contain the other. */
function rootsOf(folder: string): readonly string[] {
  return [...new Set([resolve(folder), realOf(resolve(folder))])].sort((a, b) => b.length - a.length);
}

function nameBelow(roots: readonly string[], file: string, cwd: string): string {
  if (file === "") return file;
  const whole = isAbsolute(file) ? posix.normalize(file) : resolve(cwd, file);
  return below(roots, whole) ?? below(roots, realOf(whole)) ?? whole;
}

function below(roots: readonly string[], path: string): string | null {
  const root = roots.find((candidate) => path.startsWith(`${candidate}/`));
  return root === undefined ? null : path.slice(root.length + 1);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const fileUrl = "file://";
const beginsHere = /(?:^|[^\w./-]|file:\/\/)$/;
const goesOn = /^(?:[\w-]|\.[\w-])/;

/** `/tmp/a` is part of neither `/x/tmp/a` nor `/tmp/ab`. */
function withoutRoot(text: string, root: string): string {
  let done = "";
  let from = 0;
  for (let at = text.indexOf(root); at !== -1; at = text.indexOf(root, from)) {
    const end = at + root.length;
    const isOwn =
      beginsHere.test(text.slice(Math.max(0, at - fileUrl.length), at)) && !goesOn.test(text.slice(end, end + 2));
    const isFolder = text.charAt(end) === "/";
    done += text.slice(from, at) + (isOwn ? (isFolder ? "" : ".") : root);
    from = isOwn && isFolder ? end + 1 : end;
  }
  return done + text.slice(from);
}

type ReadReport =
  | { readonly kind: "read" /** `null`: there is none. */; readonly text: string | null }
  | { readonly kind: "unreadable"; readonly why: string };

export async function readReport(path: string, mostBytes: number): Promise<ReadReport> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const status = await file.stat();
      if (!status.isFile()) return { kind: "unreadable", why: "its report is not a file" };
      if (status.size > mostBytes) return { kind: "unreadable", why: `its report is longer than ${mostBytes} bytes` };
      return { kind: "read", text: await file.readFile("utf8") };
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { kind: "read", text: null };
    return { kind: "unreadable", why: `its report can't be read: ${messageOf(error)}` };
  }
}
