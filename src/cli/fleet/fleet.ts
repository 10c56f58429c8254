import { Argument } from "commander";
import type { FleetView, FleetWorkerView } from "../../api/contract/fleet.ts";
import { duration, plural, visible } from "../../base/text.ts";
import { act } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption } from "../tree/options.ts";
import { fleetTroubles } from "./troubles.ts";

export const declare: Declare = (command, perform) => {
  const named = (): Argument => new Argument("<worker>", "its name");
  command
    .command("status", { isDefault: true })
    .description("show the workers and what they play (default)")
    .addOption(jsonOption)
    .action(perform(status));
  command
    .command("add")
    .description("make a worker known, and print the token it joins with")
    .addArgument(named())
    .action(perform(add));
  command
    .command("cordon")
    .description("let a worker finish what it plays and take nothing more")
    .addArgument(named())
    .action(perform(cordon));
  command
    .command("uncordon")
    .description("let a worker take sheets again")
    .addArgument(named())
    .action(perform(uncordon));
  command
    .command("drain")
    .description("end what a worker plays, captured and at no cost; it goes on elsewhere")
    .addArgument(named())
    .action(perform(drain));
  command
    .command("remove")
    .description("make the token of a worker worthless; its sheets go on elsewhere")
    .addArgument(named())
    .action(perform(remove));
  command
    .command("doctor")
    .description("check the fleet; each problem comes with a fix")
    .addOption(jsonOption)
    .action(perform(doctor));
};

interface Named {
  readonly worker: string;
}

interface Shown {
  readonly json?: true;
}

async function readFleet(terminal: Terminal): Promise<FleetView> {
  return act(terminal, (tutti) => tutti.call("fleet.status", {}));
}

async function status(terminal: Terminal, { json }: Shown): Promise<number> {
  const fleet = await readFleet(terminal);
  if (json === true) terminal.out(JSON.stringify(fleet));
  else for (const line of fleetLines(terminal, fleet)) terminal.out(line);
  return exitCodes.good;
}

export function fleetLines(terminal: Pick<Terminal, "bold" | "dim" | "yellow">, fleet: FleetView): readonly string[] {
  if (fleet.workers.length === 0) return ["No worker is known yet. Make one: tutti fleet add NAME"];
  const waiting = fleet.claims.filter(({ worker }) => worker === null);
  return [
    ...fleet.workers.flatMap((worker) => [
      `${terminal.bold(worker.name)}  ${stateWords(terminal, worker)}  ${String(worker.busy)} of ${plural(worker.slots, "slot")} busy${worker.labels.length === 0 ? "" : `  ${terminal.dim(visible(worker.labels.join(", ")))}`}`,
      ...fleet.claims
        .filter((claim) => claim.worker === worker.name)
        .map(({ job, sheet, attempt }) => `  ${visible(`${job}/${sheet}`)}, attempt ${String(attempt)}`),
    ]),
    ...(waiting.length === 0 ? [] : [`${plural(waiting.length, "sheet")} waiting for a worker:`]),
    ...waiting.map(
      ({ job, sheet, labels }) =>
        `  ${visible(`${job}/${sheet}`)}${labels.length === 0 ? "" : `  needs ${visible(labels.join(", "))}`}`,
    ),
  ];
}

function stateWords({ dim, yellow }: Pick<Terminal, "dim" | "yellow">, worker: FleetWorkerView): string {
  if (worker.silentMs === null) return dim("never joined");
  if (!worker.isThere) return yellow(`not heard for ${duration(worker.silentMs)}`);
  return worker.state === "active" ? "active" : yellow(worker.state);
}

async function add(terminal: Terminal, { worker }: Named): Promise<number> {
  const { token } = await act(terminal, (tutti) => tutti.call("fleet.add", { name: worker }));
  terminal.out(token);
  terminal.err(
    `The token is shown once. On the other machine, put it into the variable TUTTI_FLEET_TOKEN (or a file named by TUTTI_FLEET_TOKEN_FILE), then run: tutti worker --join postgres://HOST/DATABASE`,
  );
  return exitCodes.good;
}

async function setTo(terminal: Terminal, name: string, state: FleetWorkerView["state"]): Promise<number> {
  await act(terminal, (tutti) => tutti.call("fleet.set", { name, state }));
  const words = { active: "takes sheets", cordoned: "takes nothing more", draining: "is drained" } as const;
  terminal.out(`${visible(name)} ${words[state]}`);
  return exitCodes.good;
}

function cordon(terminal: Terminal, { worker }: Named): Promise<number> {
  return setTo(terminal, worker, "cordoned");
}

function uncordon(terminal: Terminal, { worker }: Named): Promise<number> {
  return setTo(terminal, worker, "active");
}

function drain(terminal: Terminal, { worker }: Named): Promise<number> {
  return setTo(terminal, worker, "draining");
}

async function remove(terminal: Terminal, { worker }: Named): Promise<number> {
  await act(terminal, (tutti) => tutti.call("fleet.remove", { name: worker }));
  terminal.out(`${visible(worker)} is removed: its token is worth nothing any more`);
  return exitCodes.good;
}

async function doctor(terminal: Terminal, { json }: Shown): Promise<number> {
  const troubles = fleetTroubles(await readFleet(terminal));
  if (json === true) terminal.out(JSON.stringify(troubles));
  else if (troubles.length === 0) terminal.out("The fleet is well.");
  else for (const { what, fix } of troubles) terminal.out(`${terminal.yellow(visible(what))}\n  ${visible(fix)}`);
  return troubles.length === 0 ? exitCodes.good : exitCodes.failed;
}
