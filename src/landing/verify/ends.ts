import type { VerifiedEnd } from "../../api/contract/landing.ts";
import { type Objects, openObjects } from "../../git/objects/objects.ts";
import type { PromiseReport } from "../../sheet/promises.ts";
import { type Closing, reportOf, saysSame } from "../receipts/closing.ts";
import { type FoundClosing, readClosings } from "../receipts/read.ts";
import type { VerifyPlace } from "./verify.ts";

/** `undefined`: the journal has none, or the job continues. */
type Recorded = (job: string) => PromiseReport | undefined;

/** Against git, Tutti's own store and the journal. */
export async function verifyEnds(
  place: VerifyPlace,
  jobs: readonly string[],
  recorded: Recorded,
): Promise<readonly VerifiedEnd[]> {
  const { git, gitDir, store, format } = place;
  const found = await readClosings(git, { gitDir }, jobs);
  const meant = store === undefined ? [] : await readClosings(git, { gitDir: store, of: "meant" }, jobs);
  const objects = openObjects(git, gitDir, format);
  try {
    const ends: VerifiedEnd[] = [];
    for (const [number, job] of jobs.entries()) {
      const end = { here: found[number] ?? none, meant: closingIn(meant[number]), recorded: askedIn(recorded(job)) };
      const verified = await verifyEnd(objects, job, end);
      if (verified !== undefined) ends.push(verified);
    }
    return ends;
  } finally {
    await objects.close();
  }
}

const none: FoundClosing = { kind: "none" };

type Asked = ReturnType<typeof reportOf>;

interface End {
  readonly here: FoundClosing;
  /** As this home's own store has it. */
  readonly meant: Closing | undefined;
  readonly recorded: Asked | undefined;
}

async function verifyEnd(
  objects: Objects,
  job: string,
  { here, meant, recorded }: End,
): Promise<VerifiedEnd | undefined> {
  if (here.kind === "none") {
    // It is written before the journal says that the job ended.
    if (meant === undefined || recorded === undefined) return undefined;
    return doubted(job, meant, ["its receipt is gone, although the job ended here"]);
  }
  if (here.kind === "damaged") return doubted(job, undefined, ["its receipt is damaged"]);
  const { closing } = here;
  const problems = [
    ...(await closingProblems(objects, job, closing)),
    ...(meant !== undefined && JSON.stringify(meant) !== JSON.stringify(closing)
      ? ["its receipt is not the one that this home wrote"]
      : []),
    ...(recorded !== undefined && !saysSame(recorded, reportOf(closing))
      ? ["its receipt does not say what this home recorded"]
      : []),
  ];
  if (problems.length > 0) return doubted(job, closing, problems);
  const isOurs = meant !== undefined || recorded !== undefined;
  const outcome = isOurs ? "proven" : "consistent";
  return { job, outcome, problems, promises: reportOf(closing), at: closing.at };
}

function doubted(job: string, closing: Closing | undefined, problems: readonly string[]): VerifiedEnd {
  const promises = closing === undefined ? null : reportOf(closing);
  return { job, outcome: "doubted", problems, promises, at: closing?.at ?? null };
}

/** A person may have amended it since, so it need not be on its branch. */
async function closingProblems(objects: Objects, job: string, closing: Closing): Promise<readonly string[]> {
  const tree = await objects.readCommit(closing.commit).then(
    (commit) => commit.tree,
    () => undefined,
  );
  const { promised, kept, lost } = closing;
  return [
    ...(closing.job === job ? [] : [`its receipt is of the job ${closing.job}`]),
    ...(promised === kept + lost.length ? [] : ["its receipt counts more or fewer promises than it names"]),
    ...(tree === undefined || tree === closing.tree ? [] : [`its receipt says tree ${closing.tree}, git says ${tree}`]),
  ];
}

function closingIn(found: FoundClosing | undefined): Closing | undefined {
  return found?.kind === "found" ? found.closing : undefined;
}

function askedIn(report: PromiseReport | undefined): Asked | undefined {
  return report?.kind === "asked" ? report : undefined;
}
