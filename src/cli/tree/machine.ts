import type { Command } from "commander";
import type { DoctorOptions } from "../machine/doctor.ts";
import type { Terminal } from "../terminal.ts";
import type { Perform } from "./perform.ts";

/** Commands about the machine and the settings. */
export const machineCommands = [addConfig, addDoctor];

function addConfig(program: Command, terminal: Terminal, perform: Perform): void {
  const config = program.command("config").description("settings: what they are, who said so, and how to change them");
  config
    .command("show")
    .description("every setting, its value and where it comes from")
    .option("--json", "print as JSON")
    .action(async (options: { json?: true }) =>
      perform(import("../machine/config-show.ts").then(({ showConfig }) => showConfig(terminal, options))),
    );
  config
    .command("set")
    .argument("<key>")
    .argument("<value>")
    .description("set a key in your own file, keeping its comments")
    .option("--project", "in the project's file (tutti.config.yaml)")
    .option("--json", "print as JSON")
    .action(async (key: string, value: string, options: { project?: true; json?: true }) =>
      perform(
        import("../machine/config-set.ts").then(({ setConfig }) => setConfig(terminal, { key, value, ...options })),
      ),
    );
  config
    .command("path")
    .description("which files are read here")
    .option("--json", "print as JSON")
    .action(async (options: { json?: true }) =>
      perform(import("../machine/config-path.ts").then(({ configPath }) => configPath(terminal, options))),
    );
  config
    .command("check")
    .argument("[file]")
    .description("what is wrong with the settings")
    .option("--json", "print as JSON")
    .action(async (file: string | undefined, options: { json?: true }) =>
      perform(
        import("../machine/config-check.ts").then(({ checkConfig }) =>
          checkConfig(terminal, { ...(file === undefined ? {} : { file }), ...options }),
        ),
      ),
    );
}

function addDoctor(program: Command, terminal: Terminal, perform: Perform): void {
  program
    .command("doctor")
    .description("look at all that Tutti needs; each finding comes with a fix")
    .option("--repo <folder>", "the repository (default: here)")
    .option("--json", "print as JSON")
    .action(async (options: DoctorOptions) =>
      perform(import("../machine/doctor.ts").then(({ doctor }) => doctor(terminal, options))),
    );
}
