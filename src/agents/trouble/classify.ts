import { oneLine } from "../../base/text.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { HowEnded } from "../../process/process.ts";
import { type Trouble, type TroubleCode, troubles } from "../../sheet/trouble/trouble.ts";
import type { AgentProblem } from "../agent-event.ts";
import type { Abilities, Complaint } from "../agent.ts";
import type { Feedback, LimitNotice } from "../run/feedback.ts";
import { codeOfProblem } from "./problem.ts";
import { clampReset, resetIn } from "./reset.ts";

/** The facts of a run, without its answer and prose. */
export interface RunFacts {
  readonly how: HowEnded;
  /** The system killed part of it for lack of memory. */
  readonly oom: boolean;
  readonly feedback: Feedback;
  readonly abilities: Abilities;
  /** It resumed a session. */
  readonly resumes?: boolean;
  /** The end of it, without secrets and escape sequences. */
  readonly stderr: string;
  readonly complaints: readonly Complaint[];
  readonly now: EpochMs;
}

/**
 * Why an agent did not end well; `null`: unknown, which does not mean that its work is good. The most certain comes
 * first: the process's end, then events, then its own complaints. A limit or error that the agent still had when it was
 * ended explains the end better.
 */
export function troubleOf(run: RunFacts): Trouble | null {
  const { how, oom } = run;
  switch (how.kind) {
    case "not-started":
      return plain(codeOfRefusal(how), how.reason);
    case "signalled":
      return signalled(run, how.signal);
    case "exited":
      return withoutSession(run) ?? exited(run, how.code);
    case "timed-out":
      return unfinished(run) ?? plain("E001", "");
    case "idle":
      return unfinished(run) ?? (oom ? plain("E005", "") : plain("E006", lastLineOf(run.stderr)));
    // The caller knows why it cancelled, unless the agent slept through a limit.
    case "cancelled":
      return unfinished(run);
    // Nothing followed its complaints, so it waits for those.
    case "silent":
      return withoutSession(run) ?? unfinished(run) ?? complained(run) ?? plain("E007", lastLineOf(run.stderr));
  }
}

/** First: nothing was tried yet. */
function withoutSession(run: RunFacts): Trouble | null {
  const line = run.resumes === true ? lostSessionIn(run) : null;
  return line === null ? null : plain("E606", line);
}

function signalled(run: RunFacts, signal: string): Trouble {
  // It had given up before it was ended.
  const met = run.feedback.result?.isGood === false ? unfinished(run) : null;
  if (met !== null) return met;
  const code = codeOfSignal(signal, run.oom);
  // V8 aborts when its heap is full.
  const own = code === "E003" ? complained(run) : null;
  return own?.code === "E005" ? own : plain(code, signal);
}

function exited(run: RunFacts, code: number): Trouble | null {
  const { feedback, abilities } = run;
  // Without events, only the exit code tells recovery.
  const isGood = feedback.result?.isGood ?? (code === 0 && !abilities.events);
  if (code === 0 && isGood && (feedback.result === null || feedback.problem === null)) return null;
  const met = isGood && feedback.problem === null ? null : unfinished(run);
  if (met !== null) return met;
  const told = `exit code ${code}`;
  if (isGood) return plain("E009", `${told} after it had reported success`);
  const byCode = codeOfExit(code, { oom: run.oom });
  if (byCode !== null) return plain(byCode, withLast(told, run));
  const own = complained(run);
  if (own !== null) return own;
  if (code !== 0) return plain(run.oom ? "E005" : "E009", withLast(told, run));
  if (feedback.result !== null) return plain("E009", feedback.problem?.message ?? feedback.result.text ?? "");
  return plain(feedback.isStarted ? "E008" : "E007", lastLineOf(run.stderr));
}

/** A problem or limit without progress since. */
function unfinished({ feedback, complaints, now }: RunFacts): Trouble | null {
  const { problem, limit } = feedback;
  const code =
    problem === null
      ? null
      : (codeOfProblem(problem) ?? complaints.find(({ matches }) => matches(problem.message))?.code ?? null);
  const when = { now, toldAt: feedback.metAt ?? now };
  if (problem !== null && code !== null)
    return {
      code,
      detail: oneLine(detailOf(problem)),
      ...ending(isLimit(code) ? resetOf(problem, limit, when) : null, when),
    };
  return limit === null ? null : limited(limit, when);
}

/** A reset counts from when it was reported: a slow end does not make it wrong. */
interface When {
  readonly now: EpochMs;
  readonly toldAt: EpochMs;
}

/** A reset that was over when reported says nothing; one that just passed may be rounded. */
function ending(resetAt: EpochMs | null, { toldAt }: When): Pick<Trouble, "resetAt" | "isOverdue"> {
  return resetAt !== null && resetAt < toldAt - underWayMs ? { resetAt: null, isOverdue: true } : { resetAt };
}

const underWayMs = 2_000;

function detailOf({ status, type, message }: AgentProblem): string {
  if (message !== "") return message;
  return [status, type].filter((part) => part !== null).join(" ");
}

/** Not its own pause: it waited, and met the limit again. */
function resetOf(problem: AgentProblem, limit: LimitNotice | null, when: When): EpochMs | null {
  return clamped(problem.resetAt, when) ?? resetIn(problem.message, when.now) ?? clamped(limit?.resetAt ?? null, when);
}

function limited({ status, message, resetAt, waitMs }: LimitNotice, when: When): Trouble {
  const code = codeOfProblem({ status: status ?? 429, type: null, message });
  const wait = waitMs === null ? null : clampReset(when.now + waitMs, when.now);
  const told = clamped(resetAt, when) ?? wait ?? resetIn(message, when.now);
  return { code: code !== null && isLimit(code) ? code : "E101", detail: oneLine(message), ...ending(told, when) };
}

function complained({ stderr, complaints, now }: RunFacts): Trouble | null {
  const found = complaintIn(stderr, complaints);
  if (found === null) return null;
  const resetAt = isLimit(found.code) ? (resetIn(found.line, now) ?? resetIn(found.around, now)) : null;
  return { code: found.code, detail: oneLine(found.line), ...ending(resetAt, { now, toldAt: now }) };
}

function clamped(at: EpochMs | null, { toldAt }: When): EpochMs | null {
  return at === null ? null : clampReset(at, toldAt);
}

function isLimit(code: TroubleCode): boolean {
  return troubles[code].category === "rate_limit";
}

function withLast(told: string, { stderr, feedback }: RunFacts): string {
  const last = lastLineOf(stderr) || (feedback.problem?.message ?? "");
  return last === "" ? told : `${told}: ${last}`;
}

function plain(code: TroubleCode, detail: string): Trouble {
  return { code, detail: oneLine(detail), resetAt: null };
}

/** The line about a lost session; `null`: none, or the provider answered in that session. */
function lostSessionIn({ feedback, stderr }: { readonly feedback: Feedback; readonly stderr: string }): string | null {
  if ((feedback.usage?.outputTokens ?? 0) > 0) return null;
  const lines = [feedback.problem?.message, feedback.result?.text, ...stderr.split(/\r\n|\r|\n/).slice(-mostLines)];
  return lines.find((line) => typeof line === "string" && isLost(line.slice(0, longestLine))) ?? null;
}

function isLost(line: string): boolean {
  return shapes.some((shape) => shape.test(line));
}

const mostLines = 400;
const longestLine = 2_000;

const shapes: readonly RegExp[] = [
  // Claude Code; Codex says rollout, the file of a session.
  /\bno (?:conversation|session|thread|rollout)s? (?:was |were )?found\b/i,
  /\bmissing rollout path\b|\brollout (?:\S{1,200} )?not found\b/i,
  // OpenCode; Claude Code for an invalid id.
  /\b(?:session|conversation|thread)(?: id)?(?: \S{1,80})? (?:was )?(?:not found|does not exist|no longer exists)\b/i,
  /--resume requires a valid session\b/i,
  // Gemini CLI.
  /\binvalid session (?:id|identifier)\b/i,
  /\b(?:no such|unknown) (?:session|conversation|thread)\b/i,
];

function codeOfRefusal({ reason, short }: Extract<HowEnded, { kind: "not-started" }>): TroubleCode {
  // The remedy for low memory fits.
  if (short === true) return "E005";
  if (/could not be (?:opened|written)\b/.test(reason)) return "E604";
  if (/^there is no program\b/.test(reason)) return "E505";
  if (/\blarger than this system allows\b/.test(reason)) return "E602";
  return "E301";
}

function codeOfSignal(signal: string, oom: boolean): TroubleCode {
  if (crashes.includes(signal)) return "E003";
  // Memory daemons send SIGTERM first.
  if (oom) return "E005";
  return interruptions.includes(signal) ? "E004" : "E002";
}

const crashes = ["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS"];
const interruptions = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/** `null`: the code says nothing specific. */
function codeOfExit(code: number, { oom }: { readonly oom: boolean }): TroubleCode | null {
  // A shell's 126 and 127 are about an unknown program: the agent's own did start.
  const signal = signals[code - 128];
  return signal === undefined ? null : codeOfSignal(signal, oom);
}

/** 128 + signal; the same numbers on every system. */
const signals: Readonly<Record<number, string>> = {
  2: "SIGINT",
  4: "SIGILL",
  6: "SIGABRT",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  15: "SIGTERM",
};

interface Found {
  readonly code: TroubleCode;
  readonly line: string;
  /** A neighbouring line often has the reset. */
  readonly around: string;
}

/** The newest match: the agent recovered from earlier ones. */
function complaintIn(stderr: string, complaints: readonly Complaint[]): Found | null {
  const lines = linesOf(stderr);
  for (let place = lines.length - 1; place >= 0; place--) {
    const line = lines[place] ?? "";
    const complaint = complaints.find(({ matches }) => matches(line));
    if (complaint !== undefined)
      return {
        code: complaint.code,
        line,
        around: lines.slice(Math.max(0, place - near), place + near + 1).join("\n"),
      };
  }
  return null;
}

function lastLineOf(stderr: string): string {
  return linesOf(stderr).at(-1) ?? "";
}

const near = 10;

function linesOf(stderr: string): readonly string[] {
  return stderr
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .slice(-mostLines);
}
