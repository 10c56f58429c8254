import { realWorld } from "../../base/world/real-world.ts";
import { readSettings } from "../../config/read.ts";
import { makeContainers } from "../../containers/containers.ts";
import type { Git } from "../../git/git.ts";
import { openHome, openWorkFolder, wireGit } from "../../isolation/home/home.ts";
import type { Places } from "../../isolation/home/places.ts";
import { type Preparing, makePreparing } from "../../isolation/prepare/installed/open.ts";
import { makeViews } from "../../isolation/prepare/installed/views.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import type { RunProcess } from "../../process/process.ts";
import { makeRunProcess } from "../../process/run/run.ts";
import { homeHashOf } from "../../process/tree/marker.ts";
import { thisOwner } from "../../process/tree/owner.ts";
import { processGroup } from "../../process/tree/containment.ts";
import { toolRun, toolSandbox } from "./tool-run.ts";
import { cleanerFor } from "../../redact/redactor.ts";
import type { SearchPlace } from "../../tools/projects/locate.ts";
import { type Recipe, recipeOver } from "../../score/plan/recipe.ts";

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
  /** The recipe in `prepare` of the settings. */
  readonly recipe: Recipe | undefined;
  /** The whole environment of the terminal. */
  readonly client: Readonly<Record<string, string | undefined>>;
  readonly notice: (text: string) => void;
}

/** They name Python environments. */
const toolVariables = ["VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT"];

/** Tools run in a container, as those of a context would. */
export function isInImage({ preparing }: Pick<Workshop, "preparing">): boolean {
  return preparing.recipe?.container !== undefined;
}

/** The same workshop with a recipe beside that of the settings, which comes after it. */
export function prepared(workshop: Workshop, recipe: Recipe, secrets: Readonly<Record<string, string>>): Workshop {
  const { preparing, env } = workshop;
  const whole = recipeOver(recipe, preparing.recipe);
  const made = { ...workshop, preparing: { ...preparing, recipe: whole, client: { ...preparing.client, ...secrets } } };
  if (!isInImage(made)) return made;
  // A container is the tighter wall, and has no environments of this machine.
  const kept = Object.entries(env).filter(([name]) => !toolVariables.includes(name));
  return { ...made, run: preparing.furnisher.run, env: Object.fromEntries(kept) };
}

/** Where programs are looked for: in the user's checkout and on PATH, or in an image and what is prepared in it. */
export function searchedPlace(
  workshop: Pick<Workshop, "preparing">,
  { from, checkout }: { readonly from: string; readonly checkout: string },
): Partial<Pick<SearchPlace, "top" | "from">> {
  return isInImage(workshop) ? { top: checkout, from: { inImage: checkout } } : { from };
}

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
  const containers = makeContainers({
    ...{ run, env: setting.env, home: places.home },
    choice: () => settings["container.engine"],
    owner: { homeHash: homeHashOf(places.home), person: thisOwner() },
  });
  const parts = { git, run, isContained: false, places, views, world: realWorld, cleanerFor, wanted };
  const preparing = makePreparing(parts, containers);
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
