import { realWorld } from "../../base/real-world.ts";
import type { Git } from "../../git/git.ts";
import type { Places } from "../../isolation/home/places.ts";
import { processGroup } from "../../process/tree/containment.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import type { RunProcess } from "../../process/process.ts";
import { makeRunProcess } from "../../process/run/run.ts";
import { openHome, openWorkFolder, wireGit } from "../../isolation/home/home.ts";

/** Means to collect findings: no store; only a short-lived checkout is written. */
export interface Workshop {
  readonly git: Git;
  readonly run: RunProcess;
  readonly places: Places;
  /** The top of the user's checkout, or the folder. */
  readonly top: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cancel: AbortSignal;
}

/** They name Python environments. */
const toolVariables = ["VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT"];

interface Setting {
  readonly home: string;
  readonly locks?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export async function openWorkshop(
  setting: Setting,
  { folder, cancel }: { folder: string; cancel: AbortSignal },
): Promise<Workshop> {
  const places = await openHome(setting.home, setting.locks);
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  const git = await wireGit(places, run, setting.env);
  const { repository } = await openWorkFolder(git, places, folder);
  const own = toolVariables.flatMap((name) =>
    setting.env[name] === undefined ? [] : [[name, setting.env[name]] as const],
  );
  return {
    git,
    run,
    places,
    top: repository.top ?? folder,
    env: allowedEnvironment(setting.env, Object.fromEntries(own)),
    cancel,
  };
}
