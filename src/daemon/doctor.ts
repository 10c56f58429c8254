import type { Tutti } from "../api/contract.ts";
import { checkoutAround } from "../base/checkout-around.ts";
import { exists } from "../base/exists.ts";
import { realWorld } from "../base/real-world.ts";
import type { Settings } from "../config/keys.ts";
import { readDisk } from "../isolation/disk/watch.ts";
import { processGroup } from "../process/containment.ts";
import { machineResources } from "../process/resources.ts";
import { makeRunProcess } from "../process/run.ts";
import { type Check, type Finding, checked, ok } from "./doctor/check.ts";
import { conductorFinding } from "./doctor/conductor.ts";
import { homeFinding, nearestFolder } from "./doctor/home.ts";
import { hooksFinding } from "./doctor/hooks.ts";
import { diskFinding, filesFinding, memoryFinding, nodeFinding } from "./doctor/machine.ts";
import { contextsFinding, storeFinding, straysFinding } from "./doctor/records.ts";
import { agentsFinding, containmentFinding, gitFinding } from "./doctor/tools.ts";
import { openLooker } from "./looking.ts";
import type { Setting } from "./setting.ts";

export interface Examination {
  readonly setting: Setting;
  readonly settings: Settings;
  /** Whoever asks; strays are looked for in the checkout around it. */
  readonly folder: string;
  readonly version: string;
}

/** Looks at all that Tutti stands on. Nothing is changed, and what fails is a finding of its own. */
export async function examine(examination: Examination): Promise<readonly Check[]> {
  const { setting, settings, folder, version } = examination;
  const { home, env } = setting;
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  const tools = { run, env, folder, containment: settings.containment };
  const { memory, files, cores } = {
    memory: machineResources.memory(),
    files: machineResources.openFiles(),
    cores: machineResources.cores,
  };
  const check = (name: string, look: () => Promise<Finding> | Finding): Promise<Check> =>
    checked(realWorld, name, look);
  return Promise.all([
    check("git", () => gitFinding(tools)),
    check("node", () => nodeFinding(process.versions.node)),
    check("home", () => homeFinding(home, folder)),
    check("disk", async () => diskFinding(await readDisk(await nearestFolder(home)), settings)),
    check("memory", () => memoryFinding(memory, settings)),
    check("open files", () => filesFinding({ settings, memory, files }, cores)),
    check("containment", () => containmentFinding(tools)),
    check("agents", () => agentsFinding(tools)),
    check("hooks", () => hooksFinding(tools)),
    check("conductor", () => conductorFinding({ home, env, version })),
    check("store", () => storeFinding(home)),
    check("contexts", () => withLooker(setting, contextsFinding)),
    check("strays", async () =>
      (await checkoutAround(folder)) === undefined
        ? ok("not in a repository")
        : withLooker(setting, (tutti) => straysFinding(tutti, folder)),
    ),
  ]);
}

/** Where there is no home, there is nothing of ours; and to look would make one. */
async function withLooker(setting: Setting, ask: (tutti: Tutti) => Promise<Finding>): Promise<Finding> {
  if (!(await exists(setting.home))) return ok("none yet");
  const tutti = await openLooker(setting);
  try {
    return await ask(tutti);
  } finally {
    await tutti.close();
  }
}
