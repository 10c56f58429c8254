import type { JobId } from "../../base/ids.ts";
import type { Params } from "../../api/tutti.ts";
import { shellWord } from "../../base/text.ts";
import { newKey } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { conclude } from "../front/conclude.ts";
import { playInFront } from "../play.ts";
import { makeProgressView, type ProgressView } from "../progress/progress-view.ts";
import { usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { recover } from "./recover.ts";
import { asking, capturedLines, stayIn } from "./visit.ts";

/**
 * Has a context made ready, starts the agent's own program there for a person, and lands the person's changes. If any
 * process is killed in between, the job is paused and has the work: the sheet can be attached to again, or recovered.
 */
export async function workInteractively(terminal: Terminal, submission: Params<"job.submit">): Promise<number> {
  let ready: { readonly job: JobId; readonly sheet: string } | undefined;
  const code = await playInFront(
    terminal,
    {
      json: false,
      view: withoutPause(makeProgressView(terminal, false)),
      atRest: (end) => {
        const { job } = end;
        const sheet = job.sheets[0];
        // Anything else that it rests for is what jobs usually rest for.
        if (job.pause?.kind !== "user" || sheet === undefined || sheet.attempts === 0)
          return Promise.resolve(conclude(terminal, { job: job.id, json: false }, end));
        ready = { job: job.id, sheet: sheet.id };
        return Promise.resolve(exitCodes.good);
      },
    },
    (tutti, key) => tutti.call("job.submit", { ...submission, key }),
  );
  return ready === undefined ? code : work(terminal, ready);
}

/** The job pauses and its attempt is interrupted so that the person can have the context: that is no news to them. */
function withoutPause(view: ProgressView): ProgressView {
  return {
    ...view,
    show: (event) => {
      const { about, event: news } = event.recorded;
      const isPause = about === "job" && (news.kind === "pausing" || news.kind === "paused");
      if (!isPause && !(about === "sheet" && news.kind === "interrupted")) view.show(event);
    },
  };
}

async function work(terminal: Terminal, { job, sheet }: { job: JobId; sheet: string }): Promise<number> {
  const left = await stayIn(terminal, "agent", { job, sheet });
  if (left.files.length > 0) {
    for (const line of capturedLines(terminal, left)) terminal.err(line);
    return recover(terminal, { names: [job, sheet] });
  }
  await asking(terminal, (tutti) => tutti.call("job.cancel", { job, key: newKey() }));
  terminal.out(`Nothing was changed, so nothing lands; ${shellWord(job)} is cancelled.`);
  return exitCodes.good;
}

interface AskedInTerminal {
  readonly prompts: readonly string[];
  readonly file?: string;
  readonly json?: true;
  readonly detach?: boolean;
  readonly noIsolation?: boolean;
}

/** One sheet, and a person who works at it: a prompt is only a beginning. */
export function interactivePrompt({ prompts, file, json, detach, noIsolation }: AskedInTerminal): readonly string[] {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw usage("--interactive needs a terminal", "Without one, let the agent work by itself: tutti task PROMPT");
  if (prompts.length > 1 || prompts.includes("-") || file !== undefined)
    throw usage("--interactive takes one prompt at most", "Each prompt is a sheet: start them one by one.");
  if (json === true || detach === true || noIsolation === true)
    throw usage("--interactive works with neither --json, --detach nor --no-isolation", "Leave them away.");
  return prompts.length === 0 ? ["Work with the person at the terminal."] : prompts;
}
