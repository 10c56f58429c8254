import { Argument, type Command, Option } from "commander";
import type { StartOptions } from "../conductor/start.ts";
import type { UnitOptions } from "../conductor/systemd-unit.ts";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands about the conductor itself. */
export const conductorCommands = [addStart, addStop, addRestart, addConductorStatus, addUnit];

function addStart(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("start")
    .description("start the conductor of this home in the background")
    .option("--foreground", "be the conductor here, until a signal or tutti stop ends it")
    .addOption(new Option("--started-by <who>").choices(["client", "hand"]).hideHelp())
    .action(async (options: StartOptions) =>
      perform(import("../conductor/start.ts").then(({ start }) => start(terminal, options))),
    );
}

function addStop(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("stop")
    .description("stop the conductor: what runs is ended and captured, jobs go on at the next start")
    .option("--now", "without waiting: what ran is captured at the next start")
    .action(async (options: { now?: true }) =>
      perform(import("../conductor/stop.ts").then(({ stop }) => stop(terminal, options))),
    );
}

function addRestart(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("restart")
    .description("stop the conductor and start it again, in this version of Tutti")
    .action(async () => perform(import("../conductor/restart.ts").then(({ restart }) => restart(terminal))));
}

function addConductorStatus(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("conductor-status")
    .description("show what the conductor does; exit code 3 when none runs")
    .option("--json", "print as JSON")
    .action(async (options: { json?: true }) =>
      perform(import("../conductor/status.ts").then(({ conductorStatus }) => conductorStatus(terminal, options))),
    );
}

function addUnit(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("service")
    .addArgument(new Argument("<action>").choices(["install", "uninstall", "show"]))
    .description("have systemd or launchd keep a conductor running")
    .addOption(new Option("--systemd", "a unit of the user's systemd").conflicts("launchd"))
    .option("--launchd", "an agent of the user's launchd")
    .action(async (action: UnitOptions["action"], options: Omit<UnitOptions, "action">) =>
      perform(import("../conductor/systemd-unit.ts").then(({ unit }) => unit(terminal, { action, ...options }))),
    );
}
