import type { Progress } from "../api/contract.ts";
import { clip, count, landingWords, shortName, shortSha, shown } from "./words.ts";
import type { Terminal } from "./terminal.ts";

/** One event as one line; `undefined` for those that say nothing to a person. */
export function progressLine(terminal: Terminal, progress: Progress): string | undefined {
  switch (progress.kind) {
    case "notice":
      return terminal.yellow(`note: ${shown(progress.text)}`);
    case "job":
      return jobLine(terminal, progress);
    case "sheet": {
      const said = sheetWords(terminal, progress);
      return said === undefined ? undefined : `${terminal.bold(shortName(progress.sheet))} ${said}`;
    }
  }
}

type SheetProgress = Extract<Progress, { kind: "sheet" }>;

function jobLine(terminal: Terminal, { job, event }: Extract<Progress, { kind: "job" }>): string | undefined {
  switch (event.kind) {
    case "submitted":
      return `job ${terminal.bold(job.id)}: ${count(job.counts.sheets, "sheet")}, ${landingWords(job)}`;
    case "resumed":
      return `job ${terminal.bold(job.id)} goes on`;
    case "inferred":
      return `job ${terminal.bold(job.id)} is rebuilt from its traces: ${count(job.counts.sheets, "sheet")}, ${landingWords(job)}`;
    case "diverted":
      return terminal.yellow(`landing on ${event.branch} from here on: ${event.why}`);
    case "paused":
    case "finished":
      return undefined;
  }
}

function sheetWords(terminal: Terminal, progress: SheetProgress): string | undefined {
  const { event, state, why } = progress;
  switch (event.kind) {
    case "started":
      return terminal.dim(event.attempt === 1 ? "started" : `started, attempt ${String(event.attempt)}`);
    case "ended":
      return endedWords(terminal, progress, event);
    case "landed":
      return `${terminal.green("landed")} ${shortSha(event.commit)}`;
    case "conflicted":
      return `${terminal.yellow("conflict")} in ${event.paths.slice(0, 3).join(", ")}${outlook(state, why)}`;
    case "rejected":
      return `${terminal.yellow("validations failed on the merged tree")}${outlook(state, why)}`;
    case "interrupted":
      return `interrupted${event.capture === null ? "" : `, captured as ${shortSha(event.capture)}`}`;
    case "withdrawn":
      return terminal.dim(`will be landed again: ${event.why}`);
    case "absorbed":
      return `${terminal.green("done")}: the target has all of it already`;
    case "skipped":
      return `skipped: ${clip(event.why, 120)}`;
    case "cancelled":
    case "retried":
      return event.kind;
    case "inferred":
      return `${terminal.yellow(`inferred: ${state}`)}, ${clip(shown(event.why), 160)}`;
    case "placed":
      return event.fallback === null ? undefined : terminal.yellow(`runs in ${shown(event.path)} itself, alone, and lands nothing: ${shown(event.fallback)}`);
    case "landing":
      return undefined;
  }
}

function endedWords(terminal: Terminal, { state, why, agent }: SheetProgress, event: Extract<SheetProgress["event"], { kind: "ended" }>): string {
  const { count: number, first } = event.leftOut;
  const leftOut = number === 0 ? "" : terminal.dim(` (${count(number, "path")} left out: ${first.slice(0, 2).join(", ")}${number > 2 ? ", …" : ""})`);
  const isPlain = event.end.kind === "exited" && event.end.code === 0;
  const end = `the agent ${agent ?? "ended"}`;
  if (state === "captured") return `${verdictWords(event.verdict)}${isPlain ? "" : ` although ${end}`}${leftOut}`;
  if (state === "done") return `${terminal.green("done")}, ${event.changed ? "in the folder itself" : "nothing to land"}${leftOut}`;
  const trouble = failedWords(event.verdict);
  const said = trouble === undefined ? end : `${trouble}${isPlain ? "" : `, ${end}`}`;
  return `${terminal.red(said)}${outlook(state, why)}${leftOut}`;
}

type Verdict = Extract<SheetProgress["event"], { kind: "ended" }>["verdict"];

/** Which validations failed; `undefined` when none did. */
function failedWords(verdict: Verdict): string | undefined {
  if (verdict.kind === "unvalidated") return undefined;
  const failed = verdict.results.filter((result) => !result.passed && result.skipped !== true);
  const [first] = failed;
  if (first === undefined) return undefined;
  const notRun = verdict.results.filter((result) => result.skipped === true).length;
  const rest = notRun === 0 ? "" : `, ${String(notRun)} not run`;
  return `${String(failed.length)} of ${count(verdict.results.length, "validation")} failed${rest}: ${first.description}: ${firstLine(first.reason)}`;
}

/** What agents and tools print is data: nothing of it may speak to the terminal. */
function firstLine(text: string): string {
  return clip(shown(text.split("\n", 1)[0] ?? ""), 120);
}

function verdictWords(verdict: Verdict): string {
  return verdict.kind === "unvalidated" ? "captured, unvalidated" : `captured, ${count(verdict.results.length, "validation")} passed`;
}

const outlooks: Readonly<Record<string, string>> = {
  retry: "tries again",
  completion: "goes on with what is missing",
  "rate-limit": "parked until the limit ends",
  conflict: "goes back to its agent, on top of what landed",
  rejected: "tries again, on top of what landed",
};

function outlook(state: string, why: string | null): string {
  return state === "failed" ? "; failed for good" : ` → ${outlooks[why ?? ""] ?? why ?? state}`;
}
