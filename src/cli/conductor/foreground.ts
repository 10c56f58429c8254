import type { StartedBy } from "../../api/local/running.ts";
import { changedKeys } from "../../config/changed.ts";
import { environmentOf } from "../../config/environment.ts";
import { readSettings } from "../../config/read.ts";
import { type ConductorSettings, runConductor } from "../../root/serve.ts";
import { openConductor } from "../../root/conductor.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { version } from "../version.ts";

/** Is the conductor in this process. `by`: it was detached for somebody, and nobody reads what it prints. */
export async function conductHere(
  terminal: Terminal,
  by: Exclude<StartedBy, "foreground"> | undefined,
): Promise<number> {
  // A conductor is never the engine of one command, whatever asked for that.
  const sources = { env: { ...process.env, TUTTI_LOCAL: "" }, project: null };
  const first = await readSettings(sources);
  // What files say reaches the engine as variables do, and a reload changes it there.
  const env = { ...sources.env, ...environmentOf(first.settings) };
  const setting = { ...settingFrom(sources.env), env };
  const code = await runConductor({
    setting,
    version,
    startedBy: by ?? "foreground",
    settings: liveSettings(first, async () => {
      const next = await readSettings(sources);
      Object.assign(env, environmentOf(next.settings));
      return next;
    }),
    say: by === undefined ? terminal.err : () => undefined,
    open: (shell) =>
      openConductor(setting, {
        ...shell,
        version,
        recovery: first.settings["conductor.recovery"],
        // A conductor is there when the time comes that a job waits for.
        patienceMs: Infinity,
        signal: new AbortController().signal,
        onWait: () => undefined,
      }),
  });
  // What did not end within the grace would keep the process alive.
  process.exit(code);
}

type SettingsRead = Awaited<ReturnType<typeof readSettings>>;

/** Settings that a reload changes. One with a mistake in it changes nothing. */
function liveSettings(first: SettingsRead, read: () => Promise<SettingsRead>): ConductorSettings {
  let now = first;
  return {
    graceMs: () => now.settings["conductor.grace"],
    idleExitMs: () => now.settings["conductor.idle_exit"],
    log: { capBytes: first.settings["conductor.log_bytes"], files: first.settings["conductor.log_files"] },
    rows: () => now.rows,
    reload: async () => {
      const next = await read();
      const { changed } = changedKeys(now.settings, next.settings);
      now = next;
      // Compared with what it started with: what waits for a restart waits also after the second reload.
      return { changed, needRestart: changedKeys(first.settings, next.settings).needRestart };
    },
  };
}
