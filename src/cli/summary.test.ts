import { expect, it } from "vitest";
import { makeJob } from "../../test/kit/jobs.ts";
import { jobView } from "../api/view.ts";
import type { SheetId } from "../base/ids.ts";
import { type SheetState, noCounts } from "../sheet/state.ts";
import { summary } from "./summary.ts";
import { makeTerminal } from "./terminal.ts";

const terminal = makeTerminal({ ...process, env: { NO_COLOR: "1" } });

function summed(states: readonly SheetState[], target: string | null = "refs/heads/main"): readonly string[] {
  const job = makeJob(
    "job",
    states.map((_, place) => String(place)),
    { target },
  );
  const facts = { states: new Map(states.map((state, place) => [String(place) as SheetId, state])), blocked: new Map(), isPlayed: true };
  return summary(terminal, { job: jobView(job, facts), how: { kind: "finished", failed: 0 } });
}

const done = (inPlace: boolean): SheetState => ({ kind: "done", attempt: 1, context: null, counts: noCounts, inPlace });

it("sheets that fell back to the folder are told from those that had nothing to land", () => {
  expect(summed([done(true), done(true), done(false)])).toEqual([
    "job: 0 landed on main, 2 done in the folder itself, not landed, 1 had nothing to land (of 3)",
  ]);
  expect(summed([done(false)])).toEqual(["job: 0 landed on main, 1 had nothing to land (of 1)"]);
  expect(summed([done(true)], null)).toEqual(["job: 1 done in the folder itself, nothing landed (of 1)"]);
});
