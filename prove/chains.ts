import { playRound } from "./chains/round.ts";
import { killPart } from "./kill-part.ts";

/** A conductor may be killed at any moment around the end of a job: what follows that end follows once. */
export const chains = killPart({
  name: "chains",
  summary: "so many kill -9 of the conductor around the ends of jobs that start others; each successor exactly once",
  defaultCount: 300,
  rounds: "chains",
  playRound,
  figures: (sum) => ({
    jobs: sum(({ jobs }) => jobs),
    commands: sum(({ commands }) => commands),
    "commands cut short": sum(({ unknown }) => unknown),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
  }),
});
