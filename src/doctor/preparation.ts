import { exists } from "../base/files/exists.ts";
import { dirname, resolve } from "node:path";
import { makeGit } from "../git/git.ts";
import { type PlanParts, type PreparationOutlook, planPreparation, planWords } from "../isolation/prepare/plan.ts";
import { realWorld } from "../base/world/real-world.ts";
import { allowedEnvironment } from "../process/environment.ts";
import { makeRunProcess } from "../process/run/run.ts";
import { processGroup } from "../process/tree/containment.ts";
import { type Finding, ok, warn } from "./check.ts";

interface Asked extends Pick<PlanParts, "choice"> {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
}

/** How contexts of the checkout around a folder would get what is installed there. Nothing is left behind. */
async function lookAtPreparation({ home, env, folder, choice }: Asked): Promise<PreparationOutlook> {
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  const git = makeGit({ run, emptyHome: "/", userEnvironment: allowedEnvironment(env) });
  const tools = { run, path: env["PATH"] };
  return planPreparation({ git, tools, disk: await nearestFolder(resolve(home)), choice }, folder);
}

/** As one line; `null` where nothing is installed. */
export async function preparationLine(asked: Asked): Promise<string | null> {
  const plan = await lookAtPreparation(asked);
  return (plan.folders ?? []).length === 0 ? null : planWords(plan);
}

export async function preparationFinding(asked: Asked): Promise<Finding> {
  return preparationWords(await lookAtPreparation(asked));
}

function preparationWords(plan: PreparationOutlook): Finding {
  const { way, obstacles, folders } = plan;
  const has = folders === null ? "" : `; ${planWords(plan)}`;
  switch (way.kind) {
    case "overlay":
      return ok(`by overlay${has}`);
    case "reflink":
      return ok(`by reflink: overlays can't be mounted (${obstacles.overlay ?? "not asked for"})${has}`);
    case "copy":
      return warn(
        `by copy${obstacles.overlay === null ? ", although overlays work" : `: overlays can't be mounted (${obstacles.overlay}), files can't be cloned (${obstacles.reflink ?? "not asked for"})`}${has}`,
        "Each context takes a full copy of installed packages. Allow user namespaces, or put TUTTI_HOME on btrfs, XFS or APFS.",
      );
    case "links":
      return warn(
        `by links${has}`,
        "An agent can change your checkout through them: tutti config set prepare.way auto",
      );
    case "off":
      return ok(`off${has}`);
    case "none":
      return warn(`not possible: ${way.why}${has}`, "tutti config set prepare.way auto");
  }
}

/** The folder itself, or what there is of the way to it. */
export async function nearestFolder(path: string): Promise<string> {
  return (await exists(path)) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
