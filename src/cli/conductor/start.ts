import { Option } from "commander";
import { askConductor } from "../../api/local/answer.ts";
import { makePlaces } from "../../api/local/places.ts";
import { startConductor } from "../../api/local/start.ts";
import { homeFrom } from "../../base/home/home.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { version } from "../version.ts";

export const declare: Declare = (command, perform) => {
  command
    .option("--foreground", "run in the foreground, until a signal or tutti stop ends it")
    .addOption(new Option("--started-by <who>").choices(["client", "hand"]).hideHelp())
    .action(perform(start));
};

interface StartOptions {
  readonly foreground?: true;
  /** Only said by Tutti itself, to the process that it has just detached. */
  readonly startedBy?: "client" | "hand";
}

export async function start(terminal: Terminal, options: StartOptions): Promise<number> {
  if (options.foreground === true) {
    const { conductHere } = await import("./foreground.ts");
    return conductHere(terminal, options.startedBy);
  }
  const places = await makePlaces(homeFrom(process.env));
  const caller = { version, client: "start" };
  const first = await askConductor(places, caller);
  const isThere = first.kind === "answers" || first.kind === "refused";
  const found = isThere ? first : await startConductor(places, { ...caller, env: process.env, by: "hand" });
  if (found.kind === "refused") throw found.error;
  const { pid, version: its } = found.tutti.hello;
  await found.tutti.close();
  terminal.out(
    `${isThere ? "a conductor runs already" : "conductor started"}: process ${pid}, version ${its}, home ${places.home}`,
  );
  return exitCodes.good;
}
