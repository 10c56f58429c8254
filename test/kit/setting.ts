import { join } from "node:path";
import { settingsIn } from "../../src/config/merge.ts";
import { noNotifications } from "../../src/config/notifications/section.ts";
import { readSettings } from "../../src/config/read.ts";
import { ownExecutables } from "../../src/root/executables.ts";
import type { Setting } from "../../src/root/setting.ts";

/** A home whose settings are those of an environment: no file of the user's counts. */
export function settingOf(home: string, env: Setting["env"]): Setting {
  // At once, as the command line does, so that bad ones are refused before anything runs; and at each use, since tests
  // change the environment and then ask for a reload.
  settingsIn(env);
  return {
    home,
    shared: join(home, "..", "shared"),
    env,
    executables: ownExecutables(),
    settings: () => settingsIn(env),
    notifications: async () =>
      env["XDG_CONFIG_HOME"] === undefined
        ? noNotifications
        : (await readSettings({ env, project: null })).notifications,
  };
}
