import type { Course, Ending, Player } from "../api/contract.ts";
import { openPlayer } from "../daemon.ts";
import { exitCodes } from "./exit-codes.ts";
import { makeProgressView } from "./progress-view.ts";
import { settingFrom } from "./setting.ts";
import { stopSignal } from "./stop-signal.ts";
import { summary } from "./summary.ts";
import type { Terminal } from "./terminal.ts";

export interface PlayHow {
  readonly json: boolean;
  /** A job is to be rebuilt without its records: a damaged database is put aside. */
  readonly infers?: boolean;
}

/** Opens the engine, plays with it in front of the user, and gives the outcome as an exit code. */
export async function playInFront(terminal: Terminal, how: PlayHow, play: (player: Player, course: Course) => Promise<Ending | undefined>): Promise<number> {
  const { json, infers = false } = how;
  const view = makeProgressView(terminal, json);
  const notice = (text: string): void => {
    view.show({ kind: "notice", text });
  };
  const stop = stopSignal(notice);
  try {
    const player = await openPlayer(settingFrom(process.env), {
      signal: stop.signal,
      onWait: () => {
        notice("another tutti works in this home; waiting for it to end");
      },
      notice,
      infers,
    });
    try {
      const ending = await play(player, {
        stop: stop.signal,
        watch: (progress) => {
          view.show(progress);
        },
      });
      view.close();
      return conclude(terminal, json, ending);
    } finally {
      view.close();
      await player.close();
    }
  } finally {
    stop.release();
  }
}

function conclude(terminal: Terminal, json: boolean, ending: Ending | undefined): number {
  if (ending === undefined) {
    if (json) terminal.out(JSON.stringify({ type: "result", job: null }));
    else
      terminal.out(
        "Nothing to resume here: no unfinished job of this repository. (--retry-failed takes a finished one with failures, --infer one that the database has lost; tutti list shows all jobs.)",
      );
    return exitCodes.good;
  }
  if (json) terminal.out(JSON.stringify({ type: "result", how: ending.how, job: ending.job }));
  else for (const line of summary(terminal, ending)) terminal.out(line);
  return exitCodeOf(ending);
}

function exitCodeOf(ending: Ending): number {
  switch (ending.how.kind) {
    case "finished":
      return ending.how.failed === 0 ? exitCodes.good : exitCodes.failed;
    case "parked":
    case "broken":
      return exitCodes.paused;
    case "stopped":
      return exitCodes.interrupted;
  }
}
