import type { EpochMs } from "../../base/ids.ts";
import type { HowEnded } from "../../process/process.ts";
import { oneLine } from "../../score/one-line.ts";
import { type Trouble, type TroubleCode, troubles } from "../../sheet/trouble/trouble.ts";
import type { AgentProblem } from "../agent-event.ts";
import type { Abilities, Complaint } from "../agent.ts";
import type { Heard, HeardLimit } from "../run/heard.ts";
import { codeOfProblem } from "./problem.ts";
import { clampReset, resetIn } from "./reset.ts";

/** All that counts of a run. What the agent said and what it printed as its answer are not among it. */
export interface RunFacts {
  readonly how: HowEnded;
  /** The system killed something of the run for want of memory. */
  readonly oom: boolean;
  readonly heard: Heard;
  readonly abilities: Abilities;
  /** It was to go on with a session. */
  readonly resumes?: boolean;
  /** Its end, without secrets and escape sequences. */
  readonly stderr: string;
  readonly complaints: readonly Complaint[];
  readonly now: EpochMs;
}

/**
 * What kept an agent from ending well; `null`: nothing that is known, which does not mean that its work is good.
 *
 * The more certain comes first: how the process ended, then structured events, then the agent's own complaints. A limit
 * or an error that the agent was still busy with when it was ended explains the end better than the end itself.
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
    // Whoever cancels an agent that sleeps through a limit finds the limit here; whoever cancels it for another reason
    // need not ask.
    case "cancelled":
      return unfinished(run);
    // Nothing came after its complaints, so they are what it waits for.
    case "silent":
      return withoutSession(run) ?? unfinished(run) ?? complained(run) ?? plain("E007", lastLineOf(run.stderr));
  }
}

/** Before anything else that an end may mean: nothing was tried yet. */
function withoutSession(run: RunFacts): Trouble | null {
  const line = run.resumes === true ? lostSessionIn(run) : null;
  return line === null ? null : plain("E606", line);
}

function signalled(run: RunFacts, signal: string): Trouble {
  // What it had given up at is why it ended, whatever ended it then.
  const met = run.heard.result?.isGood === false ? unfinished(run) : null;
  if (met !== null) return met;
  const code = codeOfSignal(signal, run.oom);
  // V8 ends itself with SIGABRT when its heap is full.
  const own = code === "E003" ? complained(run) : null;
  return own?.code === "E005" ? own : plain(code, signal);
}

function exited(run: RunFacts, code: number): Trouble | null {
  const { heard, abilities } = run;
  // Without events, the exit code is the only word that an agent has for "I got over it".
  const isGood = heard.result?.isGood ?? (code === 0 && !abilities.events);
  if (code === 0 && isGood && (heard.result === null || heard.problem === null)) return null;
  const met = isGood && heard.problem === null ? null : unfinished(run);
  if (met !== null) return met;
  const told = `exit code ${code}`;
  if (isGood) return plain("E009", `${told} after it had said that all went well`);
  const byCode = codeOfExit(code, { oom: run.oom });
  if (byCode !== null) return plain(byCode, withLast(told, run));
  const own = complained(run);
  if (own !== null) return own;
  if (code !== 0) return plain(run.oom ? "E005" : "E009", withLast(told, run));
  if (heard.result !== null) return plain("E009", heard.problem?.message ?? heard.result.text ?? "");
  return plain(heard.isStarted ? "E008" : "E007", lastLineOf(run.stderr));
}

/** What its events say it had met and not got over. */
function unfinished({ heard, complaints, now }: RunFacts): Trouble | null {
  const { problem, limit } = heard;
  const code =
    problem === null
      ? null
      : (codeOfProblem(problem) ?? complaints.find(({ matches }) => matches(problem.message))?.code ?? null);
  const when = { now, toldAt: heard.metAt ?? now };
  if (problem !== null && code !== null)
    return {
      code,
      detail: oneLine(detailOf(problem)),
      ...ending(isLimit(code) ? resetOf(problem, limit, when) : null, when),
    };
  return limit === null ? null : limited(limit, when);
}

/**
 * A reset counts from when it was told: one that lay ahead then is not a wrong one because the run took its time to
 * end.
 */
interface When {
  readonly now: EpochMs;
  readonly toldAt: EpochMs;
}

/**
 * A reset that was over when it was told says nothing about when the limit ends; one that has just come is told by the
 * second, or was under way.
 */
function ending(resetAt: EpochMs | null, { toldAt }: When): Pick<Trouble, "resetAt" | "isOverdue"> {
  return resetAt !== null && resetAt < toldAt - underWayMs ? { resetAt: null, isOverdue: true } : { resetAt };
}

const underWayMs = 2_000;

function detailOf({ status, type, message }: AgentProblem): string {
  if (message !== "") return message;
  return [status, type].filter((part) => part !== null).join(" ");
}

/** Its own pause is no reset here: the agent waited for it, and met the same again. */
function resetOf(problem: AgentProblem, limit: HeardLimit | null, when: When): EpochMs | null {
  return clamped(problem.resetAt, when) ?? resetIn(problem.message, when.now) ?? clamped(limit?.resetAt ?? null, when);
}

function limited({ status, message, resetAt, waitMs }: HeardLimit, when: When): Trouble {
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

function withLast(told: string, { stderr, heard }: RunFacts): string {
  const last = lastLineOf(stderr) || (heard.problem?.message ?? "");
  return last === "" ? told : `${told}: ${last}`;
}

function plain(code: TroubleCode, detail: string): Trouble {
  return { code, detail: oneLine(detail), resetAt: null };
}

/**
 * The line in which an agent says that it does not have the session which it was to go on with; `null`: it says no such
 * thing, or its provider has answered, so that it did go on with one.
 */
function lostSessionIn({ heard, stderr }: { readonly heard: Heard; readonly stderr: string }): string | null {
  if ((heard.usage?.outputTokens ?? 0) > 0) return null;
  const lines = [heard.problem?.message, heard.result?.text, ...stderr.split(/\r\n|\r|\n/).slice(-mostLines)];
  return lines.find((line) => typeof line === "string" && isLost(line.slice(0, longestLine))) ?? null;
}

function isLost(line: string): boolean {
  return shapes.some((shape) => shape.test(line));
}

const mostLines = 400;
const longestLine = 2_000;

const shapes: readonly RegExp[] = [
  // Claude Code; Codex says it of a rollout, which is the file of a session.
  /\bno (?:conversation|session|thread|rollout)s? (?:was |were )?found\b/i,
  /\bmissing rollout path\b|\brollout (?:\S{1,200} )?not found\b/i,
  // OpenCode, and Claude Code for what is no id at all.
  /\b(?:session|conversation|thread)(?: id)?(?: \S{1,80})? (?:was )?(?:not found|does not exist|no longer exists)\b/i,
  /--resume requires a valid session\b/i,
  // Gemini CLI.
  /\binvalid session (?:id|identifier)\b/i,
  /\b(?:no such|unknown) (?:session|conversation|thread)\b/i,
];

/** Why a program could not even be started. */
function codeOfRefusal({ reason, short }: Extract<HowEnded, { kind: "not-started" }>): TroubleCode {
  // The machine has too much on it: what helps against little memory helps here.
  if (short === true) return "E005";
  if (/could not be (?:opened|written)\b/.test(reason)) return "E604";
  if (/^there is no program\b/.test(reason)) return "E505";
  if (/\blarger than this system allows\b/.test(reason)) return "E602";
  return "E301";
}

function codeOfSignal(signal: string, oom: boolean): TroubleCode {
  if (crashes.includes(signal)) return "E003";
  // Whoever frees memory asks politely first, where it is not the kernel.
  if (oom) return "E005";
  return interruptions.includes(signal) ? "E004" : "E002";
}

const crashes = ["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS"];
const interruptions = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/** What an exit code alone says; `null`: no more than that the agent has an opinion. */
function codeOfExit(code: number, { oom }: { readonly oom: boolean }): TroubleCode | null {
  // 126 and 127 are a shell's words for a program that it could not run. Which one that was is not known: the agent's
  // own was run.
  const signal = signals[code - 128];
  return signal === undefined ? null : codeOfSignal(signal, oom);
}

/** A wrapper tells the signal that ended its program as 128 and the number; these are the same on every system. */
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
  /** The line and its neighbours: a reset is often told in one of them. */
  readonly around: string;
}

/** The newest line that one of the complaints fits: what came before it the agent got over. */
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
