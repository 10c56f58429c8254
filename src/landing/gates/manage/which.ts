import { type Recipe, sharedRecipe } from "../../../score/plan/recipe.ts";
import { TuttiError } from "../../../base/error.ts";
import type { CommitSha, JobId } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readCommit } from "../../../git/refs/refs.ts";
import { type Repository, openRepository } from "../../../git/repository.ts";
import { type GateSources, gatesOf } from "../compose.ts";
import { readGateFile } from "../file.ts";
import { landingRef } from "../../../sheet/job.ts";
import type { StoreReader } from "../../../store/store.ts";
import { unknownJob } from "../../../conductor/find/unknown.ts";
import { targetIn } from "../../queue/manage/which.ts";

export interface Which {
  readonly job?: JobId | undefined;
  readonly folder: string;
  readonly target?: string | undefined;
}

export interface Meant {
  readonly repository: Repository;
  readonly target: string;
  readonly commit: CommitSha;
  readonly sources: GateSources;
}

export interface WhichParts {
  readonly git: Git;
  readonly store: Pick<StoreReader, "job"> | undefined;
  /** How the settings of a folder want its trees to be made ready; absent: nothing runs. */
  readonly recipe?: (folder: string) => Promise<Recipe | undefined>;
}

export async function findMeant({ git, store, recipe }: WhichParts, which: Which): Promise<Meant> {
  const job = which.job === undefined ? undefined : await store?.job(which.job);
  if (which.job !== undefined && job === undefined) throw unknownJob(which.job);
  const repository = job?.repository ?? (await openRepository(git, which.folder));
  const landsOn = job === undefined ? null : landingRef(job);
  const target = await targetIn(git, repository, which.target ?? landsOn ?? undefined);
  const commit = await readCommit(git, repository.commonDir, target);
  if (commit === undefined)
    throw new TuttiError("git.no_commit", `${target} has no commit`, {
      audience: "user",
      hint: "Name a branch that has one: --target main",
    });
  const file = await readGateFile(git, repository.commonDir, commit);
  return {
    repository,
    target,
    commit,
    sources: {
      file,
      plan: { gates: job?.plan.landing.gates ?? [], tests: "full" },
      recipe: sharedRecipe(
        job?.plan ?? { name: "gates", variables: noVariables, ...said(await recipe?.(which.folder)) },
      ),
    },
  };
}

/** Of both forms. */
export function digestsOf({ plan, ...same }: GateSources): readonly string[] {
  const forms = (["full", "quick"] as const).flatMap((tests) => gatesOf({ ...same, plan: { ...plan, tests } }));
  return [...new Set(forms.map(({ digest }) => digest))];
}

const noVariables = { plain: {}, numbered: "" };

function said(prepare: Recipe | undefined): { readonly prepare?: Recipe } {
  return prepare === undefined ? {} : { prepare };
}
