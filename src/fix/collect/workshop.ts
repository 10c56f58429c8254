import { realWorld } from "../../base/world/real-world.ts";
import { readSettings } from "../../config/read.ts";
import type { Git } from "../../git/git.ts";
import { openHome, openWorkFolder, wireGit } from "../../isolation/home/home.ts";
import type { Places } from "../../isolation/home/places.ts";
import { type Preparing, makePreparing } from "../../isolation/prepare/installed/open.ts";
import { makeViews } from "../../isolation/prepare/installed/views.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import type { RunProcess } from "../../process/process.ts";
import { makeRunProcess } from "../../process/run/run.ts";
import { processGroup } from "../../process/tree/containment.ts";
import { toolRun, toolSandbox } from "./tool-run.ts";
import { cleanerFor } from "../../redact/redactor.ts";
import type { Recipe } from "../../score/plan/recipe.ts";

/** Means to collect findings: no store; only a short-lived checkout is written. */
export interface Workshop {
  readonly git: Git;
  /** With what the folder that a program works in was prepared with. */
  readonly run: RunProcess;
  readonly places: Places;
  /** The top of the user's checkout, or the folder. */
  readonly top: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cancel: AbortSignal;
  readonly preparing: WorkshopPreparing;
}

/** How checkouts are made ready: as the contexts of a job are. */
export interface WorkshopPreparing extends Preparing {
  /** What the settings say in `prepare`. */
  readonly recipe: Recipe | undefined;
  /** The whole environment of the terminal. */
  readonly client: Readonly<Record<string, string | undefined>>;
  readonly notice: (text: string) => void;
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
  { folder, cancel, notice }: Pick<Workshop, "cancel"> & Pick<WorkshopPreparing, "notice"> & { folder: string },
): Promise<Workshop> {
  const { settings, recipe } = await readSettings({ env: setting.env, project: folder });
  const places = await openHome(setting.home, setting.locks);
  const views = makeViews({ run: (request) => run(request), places, path: setting.env["PATH"] });
  const run = makeRunProcess({
    ...{ containment: processGroup, owner: "viewer", clock: realWorld, viewAt: views.at },
    sandbox: () => toolSandbox({ path: setting.env["PATH"], run, scratch: places.scratch }),
  });
  const git = await wireGit(places, run, setting.env);
  const { repository } = await openWorkFolder(git, places, folder);
  const own = toolVariables.flatMap((name) =>
    setting.env[name] === undefined ? [] : [[name, setting.env[name]] as const],
  );
  const env = allowedEnvironment(setting.env, Object.fromEntries(own));
  const wanted = {
    environment: env,
    way: () => settings["prepare.way"],
    mode: () => settings["prepare.install"],
    timeoutMs: () => settings["prepare.install_timeout"],
  };
  const preparing = makePreparing({
    git,
    run,
    isContained: false,
    places,
    views,
    world: realWorld,
    cleanerFor,
    wanted,
  });
  const top = repository.top ?? folder;
  return {
    git,
    run: toolRun(preparing.furnisher.run, {
      ...{ places, top, settings },
      sandbox: () => toolSandbox({ path: setting.env["PATH"], run, scratch: places.scratch }),
    }),
    places,
    top,
    env,
    cancel,
    preparing: { ...preparing, recipe, client: setting.env, notice },
  };
}
