import type { CommitSha, TreeSha } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readTree } from "../../../git/history/trees.ts";
import type { HowEnded } from "../../../process/process.ts";
import type { Job } from "../../../sheet/job.ts";
import type { LendCopy } from "../copies/copies.ts";
import type { Equipment } from "../equipment.ts";
import { namerOf } from "./commands.ts";
import { installedMark } from "./installed.ts";
import type { Surroundings } from "./meaning.ts";

export interface Base {
  readonly commit: CommitSha;
  readonly cancel: AbortSignal;
}

/** The ground that commands are tried on. */
export interface TryingGround extends Base {
  readonly equipment: Equipment;
  readonly job: Job;
  readonly lend: LendCopy;
  readonly tree: TreeSha;
  /** Of the environment and of what is installed in the checkout: a verdict counts while it is the same. */
  readonly mark: string;
  /** Reads the project's manifests for a command that failed, once. */
  around(how: HowEnded): Promise<Surroundings>;
}

export async function groundOf(
  equipment: Equipment,
  job: Job,
  base: Base & Pick<TryingGround, "lend">,
): Promise<TryingGround> {
  const { git, store, programs } = equipment;
  const [tree, installed] = await Promise.all([
    readTree(git, store.gitDir, base.commit),
    installedMark(git, store.repository),
  ]);
  const { isolation, prepare } = job.plan;
  const environment = Object.entries(programs.environment).toSorted();
  const isNamed = namerOf(job.plan);
  let manifests: Promise<string> | undefined;
  return {
    ...base,
    equipment,
    job,
    tree,
    mark: JSON.stringify([installed, environment, isolation.borrow, prepare]),
    around: async (how) => {
      const isGood = how.kind === "exited" && how.code === 0;
      const text = isGood ? "" : await (manifests ??= readManifests(git, store.gitDir, base.commit));
      return { isNamed, isDeclared: (name) => text.includes(plain(name)) };
    },
  };
}

/** Files in which projects list the packages that they need. */
const manifestNames = [
  "package.json",
  "pyproject.toml",
  "requirements*.txt",
  "setup.cfg",
  "setup.py",
  "Pipfile",
  "Gemfile",
  "go.mod",
  "Cargo.toml",
  "composer.json",
];

const mostManifests = 4 * 1024 * 1024;

/** Every line of them, wherever they lie. */
async function readManifests(git: Git, gitDir: string, commit: CommitSha): Promise<string> {
  const args = ["grep", "-h", "-I", "-e", "", commit, "--", ...manifestNames.map((name) => `:(glob)**/${name}`)];
  const { stdout } = await git.sealed({ gitDir, args, cutAt: mostManifests });
  return plain(stdout.toString("utf8"));
}

/** Packages are imported by names that are spelled a little differently. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]/g, "");
}
