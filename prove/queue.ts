import type { Part, PartOrder, PartResult } from "./part.ts";
import { playModel } from "./queue/model.ts";
import { race } from "./queue/race.ts";

/**
 * In any sequence of events, each result lands once or is refused with its work kept, and no outside work is lost.
 */
export const queue: Part = {
  name: "queue",
  summary:
    "sequences of all that may happen to a queue, on git in memory; 20 landers on real git, racing outside pushes every 100 ms",
  defaultCount: 5_000,
  run: proveQueue,
};

const commandsEach = 80;
const landers = 20;
const pushEveryMs = 100;
const patienceMs = 30 * 60_000;

/** One candidate of the race for ten sequences, which makes 500 in a full run. */
async function proveQueue({ count, seed, say }: PartOrder): Promise<PartResult> {
  const model = await playModel({ count, seed, size: commandsEach });
  say(
    `in memory: ${model.sequences} sequences of ${model.commands} steps, ${model.landed} landed, ${model.refused} refused, ${model.gateRuns} tests`,
  );
  const candidates = Math.ceil(count / 10);
  const raced = await race({ landers: Math.min(landers, candidates), candidates, everyMs: pushEveryMs, patienceMs });
  const seconds = Math.round(raced.seconds);
  say(
    `on git: ${raced.candidates} candidates of ${Math.min(landers, candidates)} landers and ${raced.outside} outside commits in ${seconds} s, ${raced.moved} times an outside commit was first`,
  );
  const failures = [
    ...model.failures,
    ...(raced.wrong.length === 0 ? [] : [{ seed, what: raced.wrong.slice(0, 20).join("\n  ") }]),
  ];
  return {
    tried: model.sequences,
    failures,
    figures: {
      steps: model.commands,
      "landed in memory": model.landed,
      candidates: raced.candidates,
      "landed on git": raced.landed,
      "refused for a conflict": raced.refused,
      "outside commits": raced.outside,
      violations: failures.length,
    },
  };
}
