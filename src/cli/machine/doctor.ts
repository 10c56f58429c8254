import { resolve } from "node:path";
import { visible } from "../../base/text.ts";
import { type ConfigProblem, problemLine } from "../../config/problem.ts";
import { lookAtSettings, type SettingsRead } from "../../config/read.ts";
import type { Check } from "../../doctor/check.ts";
import { examine } from "../../doctor/doctor.ts";
import { exitCodes } from "../exit-codes.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, repoOption } from "../tree/options.ts";
import { version } from "../version.ts";

export const declare: Declare = (command, perform) => {
  command.addOption(repoOption).addOption(jsonOption).action(perform(doctor));
};

interface DoctorOptions {
  readonly repo?: string;
  readonly json?: true;
}

/** Says of all that Tutti needs whether it is there, and what to do where it is not. */
export async function doctor(terminal: Terminal, options: DoctorOptions): Promise<number> {
  const folder = resolve(options.repo ?? ".");
  const read = await lookAtSettings({ env: process.env, project: folder });
  const checks = [
    settingsCheck(read),
    ...(await examine({ setting: { ...settingFrom(process.env), settings: () => read.settings }, folder, version })),
  ];
  const isHealthy = checks.every(({ state }) => state !== "bad");
  if (options.json === true) terminal.out(JSON.stringify({ healthy: isHealthy, checks }));
  else for (const line of checks.flatMap((check) => linesOf(terminal, check))) terminal.out(line);
  return isHealthy ? exitCodes.good : exitCodes.failed;
}

function settingsCheck({ problems, files }: SettingsRead & { readonly problems: readonly ConfigProblem[] }): Check {
  const name = "settings";
  if (problems.length > 0)
    return {
      name,
      state: "bad",
      detail: problems.map(problemLine).join("; "),
      fix: "docs/config.md has every key; tutti config check tells all that is wrong.",
    };
  const there = files.filter(({ isThere }) => isThere).map(({ path }) => path);
  return { name, state: "ok", detail: there.length === 0 ? "the built-in ones" : there.join(", "), fix: null };
}

const nameWidth = 12;

function linesOf(terminal: Terminal, { name, state, detail, fix }: Check): readonly string[] {
  const paint = { ok: terminal.green, warn: terminal.yellow, bad: terminal.red }[state];
  const line = `${paint(state.padEnd(4))}  ${name.padEnd(nameWidth)} ${visible(detail)}`;
  return fix === null ? [line] : [line, `${" ".repeat(nameWidth + 7)}${terminal.dim("→")} ${visible(fix)}`];
}
