import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Argument, Option } from "commander";
import { makePlaces } from "../../api/local/places.ts";
import { TuttiError } from "../../base/error.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import { homeFrom } from "../../base/home/home.ts";
import { visible } from "../../base/text.ts";
import { readSettings } from "../../config/read.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { launchd, mark, type Supervisor, systemd, unitOf } from "./supervisor.ts";

export const declare: Declare = (command, perform) => {
  command
    .addArgument(new Argument("<action>").choices(["install", "uninstall", "show"]))
    .addOption(new Option("--systemd", "use the systemd of your user").conflicts("launchd"))
    .option("--launchd", "use the launchd of your user")
    .action(perform(unit));
};

interface UnitOptions {
  readonly action: "install" | "uninstall" | "show";
  readonly systemd?: true;
  readonly launchd?: true;
}

/**
 * Has the system keep a conductor running. Only files are written: what the system is to do with them is for a person
 * to say.
 */
export async function unit(terminal: Terminal, options: UnitOptions): Promise<number> {
  const supervisor = chosen(options);
  const path = supervisor.path(process.env);
  switch (options.action) {
    case "show":
      terminal.err(terminal.dim(`would be written to ${visible(path)}`));
      terminal.out((await readText(supervisor)).trimEnd());
      break;
    case "install":
      await requireOurs(path);
      await makeFolder(dirname(path));
      await writeFile(path, await readText(supervisor));
      terminal.out(`written: ${visible(path)}`);
      terminal.out(["To start it now and at every login:", ...supervisor.enable(path)].join("\n  "));
      break;
    case "uninstall":
      if ((await requireOurs(path)) === undefined) terminal.out(`nothing to remove: there is no ${visible(path)}`);
      else {
        await rm(path);
        terminal.out(`removed: ${visible(path)}`);
        terminal.out(
          ["If it was started:", ...supervisor.disable(path).filter((line) => !line.startsWith("rm "))].join("\n  "),
        );
      }
  }
  const absent = supervisor.absent();
  if (options.action !== "uninstall")
    terminal.err(terminal.yellow(`not verified: ${absent ?? `${supervisor.name} has not been asked`}`));
  return exitCodes.good;
}

function chosen({ systemd: wantsSystemd, launchd: wantsLaunchd }: UnitOptions): Supervisor {
  if (wantsSystemd === true) return systemd;
  return wantsLaunchd === true || process.platform === "darwin" ? launchd : systemd;
}

async function readText(supervisor: Supervisor): Promise<string> {
  const { home, printed } = await makePlaces(homeFrom(process.env));
  const { settings } = await readSettings({ env: process.env, project: null });
  return supervisor.text(unitOf({ env: process.env, home, printed, graceMs: settings["conductor.grace"] }));
}

/** The text of the unit at the path; `undefined`: there is none. Throws if Tutti did not write it. */
async function requireOurs(path: string): Promise<string | undefined> {
  const found = await readFile(path, "utf8").catch(() => undefined);
  if (found === undefined || found.includes(mark)) return found;
  throw new TuttiError("cli.usage", `${visible(path)} was not written by Tutti`, {
    audience: "user",
    hint: "Move it away first.",
  });
}
