import { realWorld } from "../base/real-world.ts";
import { initRepository } from "../git/storage/init-store.ts";
import { processGroup } from "../process/tree/containment.ts";
import { makeRunProcess } from "../process/run/run.ts";
import { openHome, wireGit } from "../isolation/home/home.ts";
import type { Setting } from "./setting.ts";

/** Makes a folder a repository of its own with all its files in a first commit, for the demo. */
export async function makeRepository(setting: Setting, folder: string): Promise<void> {
  const places = await openHome(setting.home, setting.locks);
  const git = await wireGit(
    places,
    makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld }),
    setting.env,
  );
  await initRepository(git, folder, { name: "Tutti Demo", email: "demo@tutti.invalid" });
}
