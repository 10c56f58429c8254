import type { World } from "../../../base/world/world.ts";
import type { Git } from "../../../git/git.ts";
import type { Containers } from "../../../containers/containers.ts";
import type { RunProcess } from "../../../process/process.ts";
import type { Places } from "../../home/places.ts";
import type { PreparationChoice } from "../../../score/plan/preparation.ts";
import type { ShowInstalled } from "../prepared.ts";
import { type Furnisher, makeFurnisher } from "../recipe/furnish.ts";
import { makeReuse } from "../recipe/reuse.ts";
import { type InstallTools, makeInstall } from "./install/install.ts";
import { makeShowInstalled } from "./show.ts";
import type { Views } from "./views.ts";

/** How the contexts of a home are made ready to work. */
export interface Preparing {
  readonly showInstalled: ShowInstalled;
  readonly furnisher: Furnisher;
}

export interface PreparingParts {
  readonly git: Git;
  readonly run: RunProcess;
  readonly isContained: boolean;
  readonly places: Places;
  readonly views: Views;
  readonly world: World;
  readonly cleanerFor: Parameters<typeof makeFurnisher>[0]["cleanerFor"];
  readonly wanted: Omit<InstallTools, "run"> & { readonly way: () => PreparationChoice };
}

/** `containers`: absent where nothing runs them. */
export function makePreparing({ wanted, ...parts }: PreparingParts, containers?: Pick<Containers, "open">): Preparing {
  const { git, run, places, views } = parts;
  const copying = { run, path: wanted.environment["PATH"] };
  const install = makeInstall({ run, ...wanted }, places.layers);
  return {
    showInstalled: makeShowInstalled({ ...parts, copying, way: wanted.way, install }),
    furnisher: makeFurnisher({
      ...parts,
      ...(containers === undefined ? {} : { containers }),
      reuse: makeReuse({ git, views, layers: places.layers }),
    }),
  };
}
