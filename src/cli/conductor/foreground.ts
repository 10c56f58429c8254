import type { StartedBy } from "../../api/local/running.ts";
import { type ConductorSettings, runConductor } from "../../conductor/process/run.ts";
import { changedKeys } from "../../config/changed.ts";
import type { Settings } from "../../config/keys.ts";
import { readSettings } from "../../config/read.ts";
import { openConductor } from "../../root/conductor.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { version } from "../version.ts";
import { letYoungSpaceGrow } from "../young-space.ts";

/** Is the conductor in this process. `by`: a client detached it, and its output is not read. */
export async function conductHere(
  terminal: Terminal,
  by: Exclude<StartedBy, "foreground"> | undefined,
): Promise<number> {
  letYoungSpaceGrow();
  // A conductor is never the engine of one command, even if TUTTI_LOCAL asks for that.
  const sources = { env: { ...process.env, TUTTI_LOCAL: "" }, project: null };
  const live = liveSettings(await readSettings(sources), () => readSettings(sources));
  const setting = { ...settingFrom(sources.env), settings: live.now };
  const code = await runConductor({
    home: setting.home,
    env: setting.env,
    version,
    startedBy: by ?? "foreground",
    settings: live,
    say: by === undefined ? terminal.err : () => undefined,
    open: (around) =>
      openConductor(setting, {
        ...around,
        version,
        recovery: live.now()["conductor.recovery"],
        // A conductor is there when the time comes that a job waits for.
        patienceMs: Infinity,
        onWait: () => undefined,
      }),
  });
  // Work that did not end within the grace period would keep the process alive.
  process.exit(code);
}

type SettingsRead = Awaited<ReturnType<typeof readSettings>>;

/** Settings that a reload changes. One with a mistake in it changes nothing. */
function liveSettings(
  first: SettingsRead,
  read: () => Promise<SettingsRead>,
): ConductorSettings & { readonly now: () => Settings } {
  let now = first;
  return {
    now: () => now.settings,
    graceMs: () => now.settings["conductor.grace"],
    idleExitMs: () => now.settings["conductor.idle_exit"],
    port: () => now.settings["dashboard.port"],
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
