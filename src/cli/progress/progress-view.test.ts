import { describe, expect, it } from "vitest";
import { makeJob } from "../../../test/kit/jobs.ts";
import { listening } from "../../../test/kit/listening.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../base/ids.ts";
import { jobView } from "../../conductor/report/views/job-view.ts";
import { makeStatusView } from "./progress-view.ts";

const begun = (sheet: string): TuttiEvent => ({
  position: 1,
  index: 0,
  type: "sheet.started",
  at: Date.now() as EpochMs,
  job: null,
  sheet,
  title: null,
  state: "running",
  why: null,
  recorded: {
    about: "sheet",
    event: { kind: "started", at: 0 as EpochMs, attempt: 2, context: "c" as ContextId, base: "b" as CommitSha },
  },
});

function jobOf(...sheets: readonly string[]): JobView {
  return jobView(makeJob("story", sheets), { states: new Map(), blocked: new Map<SheetId, SheetId>(), isPlayed: true });
}

/** The last painted lines, without terminal codes. */
function painting(rows: number) {
  const painted: string[] = [];
  const view = makeStatusView({ ...listening().terminal, raw: (text) => void painted.push(text), rows: () => rows });
  const last = (): string[] =>
    (painted.at(-1) ?? "")
      .replaceAll(/\u001b\[\d*[A-Z]/g, "")
      .trimEnd()
      .split("\n");
  return { view, last };
}

describe("a job that is watched", () => {
  it("is shown with all its sheets, where each is and since when", () => {
    const { view, last } = painting(24);
    view.begin(jobOf("one", "second"));
    view.show(begun("second"));
    expect(last()).toEqual([
      "story  0 of 2 landed or done, 1 running, 1 waiting",
      "  one     waiting",
      expect.stringMatching(/^ {2}second {2}preparing {4}0(?:\.\d)? s {2}scripted {2}attempt 2$/),
    ]);
    view.close();
  });

  it("shows what is under way first where not all of it fits, and counts the rest", () => {
    const { view, last } = painting(6);
    view.begin(jobOf("a", "b", "c", "d", "e"));
    view.show(begun("e"));
    expect(last().map((row) => row.trim().slice(0, 12))).toEqual([
      "story  0 of ",
      "e  preparing",
      "a  waiting",
      "… and 3 wait",
    ]);
    view.close();
  });
});
