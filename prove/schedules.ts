import { killPart } from "./kill-part.ts";
import { playRound } from "./schedules/round.ts";

/** A conductor may be killed at any moment, and be away for hours: each moment has the runs that its policy says. */
export const schedules = killPart({
  name: "schedules",
  summary: "so many kill -9 of the conductor of an hourly schedule; no moment twice, missed ones by their policy",
  defaultCount: 200,
  rounds: "schedules",
  playRound,
  figures: (sum) => ({
    "moments missed": sum(({ missed }) => missed),
    runs: sum(({ runs }) => runs),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
  }),
});
