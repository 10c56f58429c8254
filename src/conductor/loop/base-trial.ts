import { duration } from "../../base/text.ts";
import { messageOf } from "../../base/error.ts";
import { mayCost } from "../../score/plan/agents/agent-plan.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import type { Job } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { Unready } from "../../sheet/rest/unready.ts";
import type { Book } from "../book.ts";
import type { BaseReport, Hands } from "../hands.ts";
import type { Bell } from "./bell.ts";

/** Tries a job's validations on its base before the first sheet starts. */
export interface BaseTrial {
  /** Whether sheets may start; the first look begins the trial where one is due. */
  look(): "open" | "trying" | "unready";
  problems(): readonly Unready[];
  /** Calls it off; resolves when nothing of it runs any more. */
  end(): Promise<void>;
}

/** A command that works shows that in its first seconds: sheets wait no longer for what a long suite says. */
const mostMs = 60_000;
/** When people are told what sheets wait for. */
const tellMs = [5_000, 30_000];

export function makeBaseTrial({ hands, book, bell }: { hands: Hands; book: Book; bell: Bell }): BaseTrial {
  const halt = new AbortController();
  let state: "due" | "trying" | "over" = isDue(book.job(), book.states().values()) ? "due" : "over";
  let problems: readonly Unready[] = [];
  let underWay: Promise<void> = Promise.resolve();
  const open = (): void => {
    state = "over";
    bell.ring();
  };
  const begin = (): void => {
    state = "trying";
    const tell = (sinceMs: number): void => {
      hands.notice(
        `still validating the base, ${duration(sinceMs)}: sheets start after ${duration(mostMs)} at the latest, or now with tutti resume --force`,
      );
    };
    const callOff = [
      ...tellMs.map((sinceMs) => hands.world.after(sinceMs, () => tell(sinceMs))),
      hands.world.after(mostMs, open),
    ];
    underWay = tryOut(hands, book, halt.signal)
      .then((report) => {
        for (const text of report.told) hands.notice(text);
        // Sheets have begun by then: it is too late to keep them from it.
        if (state === "over") for (const { what, why } of report.problems) hands.notice(`${what} on the base: ${why}`);
        else ({ problems } = report);
      })
      .catch((error: unknown) => {
        // Only a look ahead: any fault shows again when the sheets are played.
        if (!halt.signal.aborted) hands.notice(`the base could not be validated: ${messageOf(error)}`);
      })
      .finally(() => {
        for (const stop of callOff) stop();
        open();
      });
  };
  return {
    look: () => {
      if (book.job().validateBase === "never") return "open";
      if (state === "due") begin();
      if (state === "trying") return "trying";
      return problems.length > 0 ? "unready" : "open";
    },
    problems: () => problems,
    end: () => {
      halt.abort();
      return underWay;
    },
  };
}

async function tryOut(hands: Hands, book: Book, cancel: AbortSignal): Promise<BaseReport> {
  const job = book.job();
  const first = job.plan.sheets.find(({ after }) => after.length === 0) ?? job.plan.sheets[0];
  if (first === undefined || hands.tryBase === undefined) return { problems: [], told: [] };
  const base = await hands.readBase(job, first);
  // Their files are laid out meanwhile: no agent starts before the verdict, but then at once.
  hands.foresee?.(job, Math.min(book.agenda().count("waiting"), job.parallel), base);
  return hands.tryBase(job, base, cancel);
}

/**
 * Before the first attempt of a job that may cost something. Not where sheets work in the user's own folder: nothing
 * runs there that no sheet asked for.
 */
export function isDue(job: Pick<Job, "validateBase" | "plan" | "isolation">, states: Iterable<SheetState>): boolean {
  if (job.validateBase === "never" || isInPlace(job.isolation.level)) return false;
  for (const state of states) if (isBegun(state)) return false;
  return job.validateBase === "always" || job.plan.sheets.some(({ agent }) => mayCost(agent));
}

function isBegun(state: SheetState): boolean {
  return state.kind === "waiting" ? state.counts.attempts > 0 : state.kind !== "skipped";
}
