import { askConductor } from "../../api/local/answer.ts";
import { endConductor } from "../../api/local/end.ts";
import { makePlaces } from "../../api/local/places.ts";
import { startConductor } from "../../api/local/start.ts";
import { TuttiError } from "../../base/error.ts";
import type { ConductorPlaces } from "../../base/home/conductor-places.ts";
import { homeFrom } from "../../base/home/home.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { version } from "../version.ts";
import { endedWords } from "./stop.ts";

export const declare: Declare = (command, perform) => {
  command.action(perform(restart));
};

export async function restart(terminal: Terminal): Promise<number> {
  const places = await makePlaces(homeFrom(process.env));
  const by = await requireDetached(places);
  const ended = await endConductor(places, { version, now: false, why: "tutti restart" });
  if (ended.kind === "ended") terminal.out(endedWords(ended, {}));
  const found = await startConductor(places, { version, client: "restart", env: process.env, by });
  if (found.kind === "refused") throw found.error;
  await found.tutti.close();
  terminal.out(
    `conductor started: process ${found.tutti.hello.pid}, version ${found.tutti.hello.version}, home ${places.home}`,
  );
  return exitCodes.good;
}

/** Who started the one that runs, and so who the next one is for. */
async function requireDetached(places: ConductorPlaces): Promise<"client" | "hand"> {
  const answer = await askConductor(places, { version, client: "restart" });
  if (answer.kind === "absent" || answer.kind === "silent") return "hand";
  if (answer.kind === "answers") await answer.tutti.close();
  const { startedBy, pid } = answer.running;
  if (startedBy !== "foreground") return startedBy;
  throw new TuttiError(
    "cli.usage",
    `the conductor (process ${pid}) is kept in the foreground, by a service or in a terminal`,
    {
      audience: "user",
      hint: "Restart it there, such as: systemctl --user restart tutti. Or end it with tutti stop, and start another with tutti start.",
    },
  );
}
