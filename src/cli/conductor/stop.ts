import { endConductor, type Ended } from "../../api/local/end.ts";
import { findPlaces } from "../../api/local/places.ts";
import { homeFrom } from "../../base/home/home.ts";
import { plural } from "../../base/text.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { version } from "../version.ts";

export const declare: Declare = (command, perform) => {
  command
    .description("Stop the conductor. Running work is captured, and jobs continue at the next start.")
    .option("--now", "do not wait; running work is captured at the next start")
    .action(perform(stop));
};

export async function stop(terminal: Terminal, options: { readonly now?: true }): Promise<number> {
  const home = homeFrom(process.env);
  const places = await findPlaces(home);
  const ended: Ended =
    places === undefined
      ? { kind: "absent" }
      : await endConductor(places, { version, now: options.now === true, why: "tutti stop" });
  terminal.out(ended.kind === "absent" ? `no conductor runs in ${home}` : endedWords(ended, options));
  return exitCodes.good;
}

export function endedWords({ pid, jobs }: Extract<Ended, { kind: "ended" }>, { now }: { readonly now?: true }): string {
  const who = `conductor stopped: process ${pid}`;
  if (jobs === 0) return who;
  const what = jobs === null ? "its jobs are" : `${plural(jobs, "job")} ${jobs === 1 ? "is" : "are"}`;
  return `${who}; ${what} safe and will go on at the next start${now === true ? ", which also captures what was at work" : ""}`;
}
