import { killPart } from "./kill-part.ts";
import { playRound } from "./notify/round.ts";

/** A conductor may be killed at any moment: each event is told by one message, sent at least once. */
export const notify = killPart({
  name: "notify",
  summary: "so many kill -9 of the conductor while it tells two channels; no message lost, each with one id",
  defaultCount: 200,
  rounds: "jobs",
  playRound,
  figures: (sum) => ({
    events: sum(({ events }) => events),
    messages: sum(({ messages }) => messages),
    "sent again": sum(({ again }) => again),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
  }),
});
