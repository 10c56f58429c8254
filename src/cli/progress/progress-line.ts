import { healingWords } from "../../sheet/healing/record.ts";
import { clip, plural, visible } from "../../base/text.ts";
import type { JobNews, TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import { describeEnd } from "../../sheet/describe.ts";
import { collisionWords } from "../../sheet/collisions/describe.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { describeTrouble } from "../../sheet/trouble/trouble.ts";
import { brokenPromisesIn, failureText } from "../../sheet/verdict.ts";
import { clock, landingWords, prose, shortName, shortSha } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** One event as one line; `undefined` for those that say nothing to a person. Several of one moment make one line. */
export function progressLine(terminal: Terminal, event: TuttiEvent, job: JobView | undefined): string | undefined {
  if (event.index > 0) return undefined;
  const { recorded } = event;
  switch (recorded.about) {
    case "note":
      return recorded.event.kind === "notice" ? noticeLine(terminal, recorded.event.text) : undefined;
    case "job":
      return job === undefined ? undefined : jobLine(terminal, job, recorded.event);
    case "sheet": {
      const said = sheetWords(terminal, { event: recorded.event, state: event.state ?? "", why: event.why });
      return said === undefined ? undefined : `${terminal.bold(shortName(event.sheet ?? ""))} ${said}`;
    }
  }
}

export function noticeLine(terminal: Terminal, text: string): string {
  return terminal.yellow(`note: ${prose(text)}`);
}

interface SheetProgress {
  readonly event: SheetEvent;
  readonly state: string;
  readonly why: string | null;
}

function jobLine(terminal: Terminal, job: JobView, event: JobNews): string | undefined {
  switch (event.kind) {
    case "submitted":
      return `job ${terminal.bold(job.id)}: ${plural(job.counts.sheets, "sheet")}, ${landingWords(job)}`;
    case "resumed":
    case "taken-up":
      return `job ${terminal.bold(job.id)} goes on`;
    case "inferred":
      return `job ${terminal.bold(job.id)} is rebuilt from its traces: ${plural(job.counts.sheets, "sheet")}, ${landingWords(job)}`;
    case "diverted":
      return terminal.yellow(`landing on ${event.branch} from here on: ${event.why}`);
    case "modified":
      return `the score of job ${terminal.bold(job.id)} changed: ${event.changes.join("; ")}`;
    case "healing":
      return terminal.yellow(`healing ${healingWords(event.healing)}`);
    case "unhealed":
      return `remedy ${String(event.number)} is taken back`;
    case "pausing":
      return event.now ? "pausing: running sheets are ended and captured" : "pausing: running sheets finish first";
    case "cancelling":
      return "cancelling: what runs is ended and captured";
    case "cancelled":
    case "paused":
    case "finished":
      return undefined;
  }
}

/** Whose promise it breaks, where it is only that. */
function rejectedWords({ verdict }: SheetEvent & { readonly kind: "rejected" }): string {
  const sheets = brokenPromisesIn(verdict);
  return sheets.length === 0
    ? "validations failed on the merged tree"
    : `breaks what ${sheets.map(shortName).join(", ")} landed with`;
}

function sheetWords(terminal: Terminal, progress: SheetProgress): string | undefined {
  const { event, state, why } = progress;
  switch (event.kind) {
    case "started":
      return terminal.dim(event.attempt === 1 ? "started: preparing" : `started, attempt ${event.attempt}: preparing`);
    case "validating":
      return terminal.dim("validating");
    case "ended":
      return endedWords(terminal, progress, event);
    case "landed":
      return `${terminal.green("landed")} ${shortSha(event.commit)}`;
    case "conflicted":
      return `${terminal.yellow("conflict")} in ${event.paths.slice(0, 3).join(", ")}${outlook(state, why)}`;
    case "rejected":
      return `${terminal.yellow(rejectedWords(event))}${outlook(state, why)}`;
    case "proposed":
      return `${terminal.green("proposed")} ${visible(event.pull.url)}`;
    case "returned":
      return `${terminal.yellow(`sent back: ${returnedWords[event.why]}`)}${outlook(state, why)}`;
    case "merged":
      return `${terminal.green("merged")} ${shortSha(event.commit)}`;
    case "closed":
      return terminal.red("its pull request was closed");
    case "told":
      return `is told: ${firstLine(event.text)}`;
    case "collided":
      return terminal.yellow(collisionWords(event));
    case "approved":
      return `${terminal.green("approved")}: its result may land`;
    case "judged":
      return judgedWords(terminal, progress, event);
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
      return `${terminal.yellow(`inferred: ${state}`)}, ${clip(prose(event.why), 160)}`;
    case "placed":
      return event.fallback === null
        ? undefined
        : terminal.yellow(`runs in ${visible(event.path)} itself, alone, and lands nothing: ${prose(event.fallback)}`);
    case "held":
      return terminal.yellow(
        event.why.kind !== "ejected"
          ? `waits for a person's word: it changes ${event.why.paths.slice(0, 3).map(visible).join(", ")}`
          : "was taken out of the queue",
      );
    case "chosen":
      return `${terminal.green("chosen")}: ${clip(prose(event.why), 160)}`;
    case "outdone":
      return terminal.dim(`not chosen: ${shortName(event.by)} is better; its work is kept`);
    case "landing":
    case "playing":
    case "prepared":
    case "proposing":
    case "heard":
    case "visited":
      return undefined;
  }
}

const returnedWords = {
  checks: "its checks failed",
  review: "changes are asked for",
  conflict: "it can't be merged any more",
};

/** A person validated again, or worked on, what an attempt left. */
function judgedWords(
  terminal: Terminal,
  { state }: SheetProgress,
  { verdict }: Extract<SheetEvent, { kind: "judged" }>,
): string {
  if (state === "captured") return `judged again: ${verdictWords(verdict)}`;
  if (state === "done") return `judged again: ${terminal.green("done")}, nothing to land`;
  return `judged again: ${terminal.red(failedWords(verdict) ?? "no validation passed")}`;
}

function endedWords(
  terminal: Terminal,
  { state, why }: SheetProgress,
  event: Extract<SheetEvent, { kind: "ended" }>,
): string {
  const { count: number, first } = event.leftOut;
  const leftOut =
    number === 0
      ? ""
      : terminal.dim(
          ` (${plural(number, "path")} left out: ${first.slice(0, 2).join(", ")}${number > 2 ? ", …" : ""})`,
        );
  const isPlain = event.end.kind === "exited" && event.end.code === 0;
  const end =
    event.trouble === null ? `the agent ${describeEnd(event.end)}` : firstLine(describeTrouble(event.trouble));
  if (state === "captured") return `${verdictWords(event.verdict)}${isPlain ? "" : ` although ${end}`}${leftOut}`;
  if (state === "done")
    return `${terminal.green("done")}, ${event.changed ? "in the folder itself" : "nothing to land"}${leftOut}`;
  const trouble = failedWords(event.verdict);
  const said = trouble === undefined ? end : `${trouble}${isPlain ? "" : `, ${end}`}`;
  return `${terminal.red(said)}${outlook(state, why, event.trouble?.resetAt ?? null)}${leftOut}`;
}

type Verdict = Extract<SheetEvent, { kind: "ended" }>["verdict"];

/** Which validations failed; `undefined` when none did. */
function failedWords(verdict: Verdict): string | undefined {
  if (verdict.kind === "unvalidated") return undefined;
  const failed = verdict.results.filter((result) => !result.passed && result.skipped !== true);
  const [first] = failed;
  if (first === undefined) return undefined;
  const notRun = verdict.results.filter((result) => result.skipped === true).length;
  const rest = notRun === 0 ? "" : `, ${notRun} not run`;
  return `${failed.length} of ${plural(verdict.results.length, "validation")} failed${rest}: ${firstLine(failureText(first))}`;
}

/** Output of agents and tools is data: none of it may speak to the terminal. */
function firstLine(text: string): string {
  return clip(visible(text.split("\n", 1)[0] ?? ""), 160);
}

function verdictWords(verdict: Verdict): string {
  return verdict.kind === "unvalidated"
    ? "captured, unvalidated"
    : `captured, ${plural(verdict.results.length, "validation")} passed`;
}

const outlooks: Readonly<Record<string, string>> = {
  retry: "tries again",
  review: "goes back to its author",
  completion: "goes on with what is missing",
  "rate-limit": "parked until the limit ends",
  quota: "parked until there is quota again",
  agent: "waits until a person has seen to its agent",
  fallback: "goes to its next agent",
  session: "begins again in a new session",
  fault: "tries again, which costs no attempt",
  conflict: "goes back to its agent, on top of what landed",
  rejected: "tries again, on top of what landed",
};

function outlook(state: string, why: string | null, resetAt: number | null = null): string {
  if (resetAt !== null && (why === "rate-limit" || why === "quota")) return ` → parked until ${clock(resetAt)}`;
  return state === "failed" ? "; failed for good" : ` → ${outlooks[why ?? ""] ?? why ?? state}`;
}
