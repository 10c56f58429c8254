import { isPassing } from "../conductor/jobs/passing.ts";
import { realWorld } from "../base/world/real-world.ts";
import { type Deliverer, makeDeliverer } from "../chains/deliver/deliverer.ts";
import { runCommand } from "../chains/deliver/run-command.ts";
import { startScore } from "../chains/deliver/start-score.ts";
import { requireJob } from "../conductor/find/require.ts";
import type { InTurn, Once } from "../conductor/jobs/once.ts";
import type { JobParts } from "../conductor/jobs/parts.ts";
import { putAway } from "../conductor/jobs/chain/put-away.ts";
import type { ContextParts } from "../isolation/contexts/parts.ts";
import { type ScheduleClock, makeClock } from "../triggers/run/clock.ts";
import type { Engine } from "./engine.ts";

interface Chaining {
  readonly engine: Engine;
  readonly jobs: JobParts;
  readonly contexts: ContextParts;
  readonly once: Once;
  readonly inTurn: InTurn;
  readonly onlyOwn: boolean;
}

/** What follows finished jobs and sheets, with the real things. */
export function chainsOf({ engine, jobs, contexts, once, inTurn, onlyOwn }: Chaining): Deliverer {
  const { notice } = jobs.process;
  return makeDeliverer({
    store: engine.store,
    world: realWorld,
    notice,
    onlyOwn,
    steps: {
      startScore: (successor, step) =>
        startScore(
          { jobs, once, putAway: (replaced) => putAway({ jobs, contexts, inTurn }, replaced) },
          successor,
          step,
        ),
      runCommand: async (successor, step, cancel) => {
        const { programs } = await engine.equip(await requireJob(jobs, successor.job), notice);
        return runCommand({ programs, places: engine.machine.places, world: realWorld, cancel }, successor, step);
      },
      isPassing,
    },
  });
}

/** Schedules, with the same things. */
export function clockOf({ jobs, contexts, inTurn }: Pick<Chaining, "jobs" | "contexts" | "inTurn">): ScheduleClock {
  return makeClock({
    jobs,
    putAway: async (score, folder) => {
      const unfinished = (await jobs.store.unfinished()).filter(
        (job) => job.score === score && (job.repository.top ?? job.repository.commonDir) === folder,
      );
      await putAway(
        { jobs, contexts, inTurn },
        unfinished.map(({ id }) => id),
      );
    },
  });
}
