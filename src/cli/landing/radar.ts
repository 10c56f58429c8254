import { resolve } from "node:path";
import type { Tutti } from "../../api/tutti.ts";
import type { RadarView } from "../../api/contract/landing.ts";
import { exitCodes } from "../exit-codes.ts";
import { asking } from "../look.ts";
import { radarLines } from "./radar-lines.ts";
import { watchRadar } from "./radar-watch.ts";
import { stopSignal } from "../terminal/stop-signal.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { repoOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command

    .description(
      "Show running sheets that will conflict with each other or with their target. Exits with 1 if there are any.",
    )
    .argument("[job]", "job (default: every unfinished job of this repository)")
    .addOption(repoOption)
    .option("--all", "include sheets that touch the same files and merge cleanly, and every live sheet")
    .option("-w, --watch", "keep showing changes until no sheet is live")
    .option("--json", "print JSON; with --watch, one line per look")
    .action(perform(radar));
};

export interface RadarOptions {
  readonly job: string | undefined;
  readonly repo: string;
  readonly all?: true;
  readonly watch?: true;
  readonly json?: true;
}

export async function radar(terminal: Terminal, options: RadarOptions): Promise<number> {
  const show = shower(terminal, options);
  return asking(terminal, async (tutti) => {
    const look = (): Promise<RadarView> => lookOnce(tutti, options);
    if (options.watch === true) return exitCode(await watched(tutti, { look, show }));
    const view = await look();
    show(view);
    return exitCode(view);
  });
}

function lookOnce(tutti: Tutti, { job, repo }: RadarOptions): Promise<RadarView> {
  return tutti.call("radar.look", { ...(job === undefined ? {} : { job }), folder: resolve(repo) });
}

/** Looks that follow each other have a blank line between them. */
function shower(terminal: Terminal, options: RadarOptions): (view: RadarView) => void {
  let isFirst = true;
  return (view) => {
    if (options.json === true) {
      terminal.out(JSON.stringify(view));
      return;
    }
    if (!isFirst) terminal.out("");
    isFirst = false;
    for (const line of radarLines(terminal, view, { all: options.all === true, now: Date.now() })) terminal.out(line);
  };
}

async function watched(
  tutti: Tutti,
  how: { readonly look: () => Promise<RadarView>; readonly show: (view: RadarView) => void },
): Promise<RadarView> {
  const stop = stopSignal();
  try {
    return await watchRadar(tutti, { ...how, stop: stop.signal });
  } finally {
    stop.release();
  }
}

/** What could not be judged may collide. */
function exitCode({ collisions, unjudged, more }: RadarView): number {
  return collisions.length + unjudged.length + more.pairs > 0 ? exitCodes.failed : exitCodes.good;
}
