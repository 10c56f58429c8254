import { join } from "node:path";
import { strays } from "./census.ts";
import { storesOf } from "./contexts/stores.ts";
import { inspectCheckout } from "./inspect-checkout.ts";
import { inspectHistory } from "./inspect-history.ts";
import { listFolder, walk } from "./walk.ts";
import type { Playground } from "./playground.ts";
import { askGit } from "./playground.ts";
import type { Expectation } from "./sheets.ts";
import { lastJson, runTutti } from "./tutti.ts";

export interface Inspection {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Contexts, processes and locks that should be gone. */
  readonly left: readonly string[];
  /** Everything that is not as it has to be, all of the above included. */
  readonly wrong: readonly string[];
}

/** Looks at everything a finished job may have left, with git's and the system's own means rather than Tutti's. */
export async function inspect(ground: Playground, expected: Expectation): Promise<Inspection> {
  // First: another start of Tutti might clear away what should not be there.
  const left = [
    ...strays(ground.home).map((pid) => `process ${pid} is still there`),
    ...leftInHome(ground),
    ...leftLocks(ground),
  ];
  const history = await inspectHistory(ground, expected);
  return {
    lost: history.lost,
    doubled: history.doubled,
    left,
    wrong: [
      ...left,
      ...history.wrong,
      ...(await inspectCheckout(ground, expected.files)),
      ...(await inspectObjects(ground)),
      ...(await inspectProof(ground, expected.touched.size)),
    ],
  };
}

function leftInHome(ground: Playground): readonly string[] {
  // What is in the trash is captured, and goes when its time has come.
  const jobs = join(ground.home, "jobs");
  const contexts = listFolder(jobs).flatMap((job) =>
    listFolder(join(jobs, job, "tasks")).map((entry) => `${job}/tasks/${entry}`),
  );
  return [...contexts, ...listFolder(join(ground.home, "contexts")).map((entry) => `contexts/${entry}`)].map(
    (entry) => `${entry} is still there`,
  );
}

function leftLocks(ground: Playground): readonly string[] {
  const places = [join(ground.repository, ".git"), ...stores(ground)];
  return places.flatMap((place) =>
    walk(place)
      .filter((path) => /\.lock$|\.tutti$/.test(path))
      .map((path) => `${join(place, path)} was left behind`),
  );
}

/**
 * Tutti's own repositories beside the user's; the locks beside them are held by the system, so that a file there says
 * nothing.
 */
function stores(ground: Playground): readonly string[] {
  const { stores: captures, hubs } = storesOf(ground);
  return [...captures, ...hubs];
}

async function inspectObjects(ground: Playground): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const place of [ground.repository, ...stores(ground)]) {
    const { code, stdout, stderr } = await askGit(ground, place, ["fsck", "--full", "--no-dangling", "--no-progress"]);
    if (code !== 0 || /error|missing|broken|corrupt|bad /i.test(stdout + stderr))
      wrong.push(`git fsck in ${place} (${code}): ${(stdout + stderr).trim()}`);
  }
  return wrong;
}

/** What Tutti itself says of it. */
async function inspectProof(ground: Playground, sheets: number): Promise<readonly string[]> {
  const jobs = lastJson(await runTutti(ground, ["list", "--json"])) as
    | readonly { id: string; status: string; counts: { landed: number } }[]
    | undefined;
  const [job, ...more] = jobs ?? [];
  if (job === undefined || more.length > 0)
    return [`there are ${more.length + (job === undefined ? 0 : 1)} jobs in the store`];
  const wrong =
    job.status === "finished" && job.counts.landed === sheets
      ? []
      : [`the store says ${job.status}, ${job.counts.landed} landed`];
  const end = await runTutti(ground, ["verify", job.id, "--json"]);
  const report = lastJson(end) as
    | { landings?: readonly { problems: readonly string[]; absent: readonly string[] }[] }
    | undefined;
  const unproven = report?.landings?.filter((landing) => landing.problems.length + landing.absent.length > 0) ?? [];
  if (end.code === 0 && report?.landings?.length === sheets && unproven.length === 0) return wrong;
  return [
    ...wrong,
    `tutti verify ended with ${String(end.code)}, ${String(report?.landings?.length)} landings: ${JSON.stringify(unproven)}`,
  ];
}
