import { revertWords } from "../../../git/reverts.ts";
import { nobodyPlays } from "../../cast.ts";
import type { UndoneLanding } from "./landing.ts";
import { oneLine } from "../../../landing/message/clean.ts";
import { usualMessage } from "../../../score/landing-plan.ts";
import { readScoreText } from "../../../score/load.ts";
import type { Plan } from "../../../score/plan.ts";
import type { Job } from "../../../sheet/job.ts";

/**
 * The plan of a job that takes a landing back: one sheet whose result is there from the start. What its target asks for
 * is asked of it as of any other; no agent is ever sent, not even when it conflicts.
 */
export function undoPlan(
  job: Job,
  sheet: string,
  { landing, approve }: { readonly landing: UndoneLanding; readonly approve: boolean },
): Plan {
  const id = `undo-${sheet}`;
  const written = {
    name: `undo ${oneLine(sheet).slice(0, 40)}`,
    agent: "scripted",
    isolation: { mode: "clone" },
    retry: { attempts: 1, completions: 0, conflicts: 0 },
    sheets: [{ id, prompt: revertWords(landing.commit) }],
  };
  const { plan } = readScoreText({ path: "undo", baseDir: "/", text: JSON.stringify(written) });
  const title = undoTitle(landing.subject);
  return {
    ...plan,
    target: landing.ref.replace(/^refs\/heads\//, ""),
    landing: {
      ...job.plan.landing,
      mode: approve ? "approve" : "auto",
      strategy: "squash",
      revalidate: false,
      pullRequest: null,
    },
    messages: [{ ...usualMessage, body: revertWords(landing.commit) }],
    sheets: plan.sheets.map((one) => ({
      ...one,
      title,
      message: 0,
      agent: { kind: "unavailable", name: nobodyPlays },
    })),
  };
}

const again = " (again)";
const longest = 72;

/** To take back what took something back is to do that again: such a subject must not grow each time. */
export function undoTitle(subject: string): string {
  const [, done] = /^revert: ([a-z][\w-]*(?:\([^()]+\))?!?: \S.*)$/i.exec(subject) ?? [];
  if (done === undefined) return oneLine(`revert: ${subject}`);
  const bare = Array.from(done.endsWith(again) ? done.slice(0, -again.length) : done);
  const room = longest - again.length;
  return oneLine(`${bare.length <= room ? bare.join("") : `${bare.slice(0, room - 1).join("")}…`}${again}`);
}
