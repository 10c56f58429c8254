import { TuttiError } from "../../base/error.ts";
import { type ForgeKind, usualPullRequestPlan } from "./landing-plan.ts";
import { type IsolationLevel, levels } from "./levels.ts";
import type { IsolationPlan, Plan } from "./plan.ts";

/** Where nothing is said. */
export const usualLevel = "clone" satisfies IsolationLevel;

/** Whether its sheets never run side by side: they share the folder they work in. */
export function playsOneByOne({ level, per }: Pick<IsolationPlan, "level" | "per">): boolean {
  return per === "job" || isInPlace(level);
}

/** Whether agents work in the repository's own folder. */
export function isInPlace(level: IsolationLevel): boolean {
  return levels[level].isInPlace;
}

/** Whether each context is on a branch of its own, which a good result gets in the user's repository. */
export function hasBranch(level: IsolationLevel): boolean {
  return levels[level].hasBranch;
}

/** Whether what the agents did reaches a branch; without contexts it is in the folder already. */
export function landsResults({ level }: Pick<IsolationPlan, "level">): boolean {
  return !isInPlace(level);
}

/** Why a plan that opens pull requests can't be played at a level; `null`: it can. */
export function proposalFault(level: IsolationLevel): string | null {
  return isInPlace(level)
    ? `can't be had with isolation ${level}: agents work in the repository itself, and a pull request needs a context`
    : null;
}

/** Why sheets that compete can't be played there; `null`: they can. */
export function contestFault(isolation: Pick<IsolationPlan, "level" | "per">): string | null {
  return playsOneByOne(isolation)
    ? "needs a context for each result, and here sheets share the folder that they work in"
    : null;
}

/** Options of a run. They override the score, also when the score is read again. */
export interface AskedBeside {
  readonly level?: IsolationLevel | undefined;
  readonly per?: IsolationPlan["per"] | undefined;
  readonly pulls?: { readonly draft: boolean } | undefined;
  readonly managed?: ManagedPlace | undefined;
}

/** The defaults for keys that a score omits, in the words of scores; read by `readDefaults`. */
export type WrittenDefaults = Readonly<Record<string, unknown>>;

/** A remote that Tutti has a mirror of: what lands in the mirror is pushed. */
export interface ManagedPlace {
  /** Contexts lie in `managed-repos/{environment}/tasks`. */
  readonly environment: string;
  /** The branch of work whose score names none. */
  readonly base: string;
  /** Branches of pull requests are `prefix/slug-hash`. */
  readonly prefix?: string | undefined;
  /** The kind of its server, where the address does not tell. */
  readonly forge?: ForgeKind | undefined;
}

export function asAsked(plan: Plan, { level, per, pulls, managed }: AskedBeside): Plan {
  if (per !== undefined && level !== undefined && isInPlace(level)) {
    const hint = "Leave out --per, or ask for a level with contexts: --isolation clone";
    throw new TuttiError("cli.usage", `--per ${per} needs contexts, and isolation ${level} has none`, {
      audience: "user",
      hint,
    });
  }
  const placed = level === undefined ? plan : withLevel(plan, level);
  const parted = per === undefined ? placed : withPer(placed, per);
  requireContests(parted);
  const proposed = pulls === undefined ? parted : withPullRequest(parted, pulls);
  return inContainer(managed === undefined ? proposed : withRemote(proposed, managed));
}

/** The level is settled here: only then is it known whether programs run in containers, and whether an image is named. */
function inContainer({ prepare, ...plan }: Plan): Plan {
  const { container, ...recipe } = prepare ?? {};
  if (levels[plan.isolation.level].hasContainer) {
    if (container === undefined) throw noImage(plan.isolation.level);
    return { ...plan, prepare: { ...recipe, container } };
  }
  return prepare === undefined || Object.keys(recipe).length === 0 ? plan : { ...plan, prepare: recipe };
}

function noImage(level: IsolationLevel): TuttiError {
  return new TuttiError(
    "score.invalid",
    `isolation ${level} needs an image, and neither score nor environment names one`,
    {
      audience: "user",
      hint: "Write container: docker.io/library/node:22 into the score, or image: into the environment (docs/isolation.md#container).",
    },
  );
}

function requireContests({ sheets, isolation }: Plan): void {
  const fault = sheets.some(({ contest }) => contest !== undefined) ? contestFault(isolation) : null;
  if (fault === null) return;
  const hint = "Play it with a context per sheet: --isolation clone --per sheet";
  throw new TuttiError("score.invalid", `best_of ${fault}`, { audience: "user", hint });
}

/** The same plan on a mirror: what lands there has to reach the remote. */
function withRemote(plan: Plan, { base, forge }: ManagedPlace): Plan {
  const { landing } = plan;
  if (isInPlace(plan.isolation.level))
    throw new TuttiError(
      "cli.usage",
      `isolation ${plan.isolation.level} works in a folder of yours, and a remote has none`,
      {
        audience: "user",
        hint: "Leave it out, or name a folder with --repo.",
      },
    );
  const { pullRequest } = landing;
  const asked = pullRequest === null ? null : { ...pullRequest, forge: pullRequest.forge ?? forge ?? null };
  const push = pullRequest === null ? (landing.push ?? "origin") : null;
  return { ...plan, target: plan.target ?? base, landing: { ...landing, push, pullRequest: asked } };
}

/**
 * The same plan with a context for each sheet, or one for all. One that works in the folder itself gets the usual
 * contexts.
 */
function withPer(plan: Plan, per: IsolationPlan["per"]): Plan {
  const { isolation } = plan;
  return {
    ...plan,
    isolation: { ...isolation, per, level: isInPlace(isolation.level) ? usualLevel : isolation.level },
  };
}

/** The same plan at another level; what else it says of contexts stays. */
export function withLevel(plan: Plan, level: IsolationLevel): Plan {
  const fault = plan.landing.pullRequest === null ? null : proposalFault(level);
  if (fault !== null) {
    const hint = "Play it at a level with contexts, or take pull_request out of the score.";
    throw new TuttiError("score.invalid", `landing.pull_request ${fault}`, { audience: "user", hint });
  }
  return { ...plan, isolation: { ...plan.isolation, level } };
}

/** The same plan with pull requests; what it says of them already stays. */
function withPullRequest(plan: Plan, { draft }: { readonly draft: boolean }): Plan {
  const said = plan.landing.pullRequest ?? usualPullRequestPlan;
  const landing = { ...plan.landing, push: null, pullRequest: { ...said, draft: draft || said.draft } };
  return withLevel({ ...plan, landing }, plan.isolation.level);
}
