import type { VerifiedEnd } from "../../api/contract/landing.ts";
import { type Objects, openObjects } from "../../git/objects/objects.ts";
import type { PromiseReport } from "../../sheet/promises.ts";
import { type Closing, closingPlace, reportOf, saysSame } from "../receipts/closing.ts";
import { type FoundClosing, listJobs, readClosings } from "../receipts/read.ts";
import type { VerifyPlace } from "./verify.ts";

/** The end of a job in the journal of this home. `unknown`: none, or it was rebuilt from git. */
export type RecordedEnd =
  | { readonly kind: "unknown" }
  | { readonly kind: "running" }
  | { readonly kind: "ended"; readonly promises: PromiseReport | undefined };

interface Ends {
  readonly jobs: readonly string[];
  /** Also those that no landing and no record leads to. */
  readonly all: boolean;
  readonly recorded: (job: string) => RecordedEnd;
}

/** Against git, Tutti's own store and the journal. */
export async function verifyEnds(place: VerifyPlace, { jobs, all, recorded }: Ends): Promise<readonly VerifiedEnd[]> {
  const { git, gitDir, store, format } = place;
  const known = new Set(jobs.map(nameIfAny));
  const strays = all ? (await listJobs(git, { gitDir })).filter((name) => !known.has(name)) : [];
  const names = [...jobs, ...strays];
  const found = await readClosings(git, { gitDir }, names);
  const meant = store === undefined ? [] : await readClosings(git, { gitDir: store, of: "meant" }, names);
  const objects = openObjects(git, gitDir, format);
  try {
    const ends: VerifiedEnd[] = [];
    for (const [number, job] of names.entries()) {
      const end = { here: found[number] ?? none, meant: closingIn(meant[number]), recorded: recorded(job) };
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
  readonly recorded: RecordedEnd;
}

async function verifyEnd(
  objects: Objects,
  job: string,
  { here, meant, recorded }: End,
): Promise<VerifiedEnd | undefined> {
  if (here.kind === "none") return withoutReceipt(job, meant, recorded);
  if (here.kind === "damaged") return doubted(job, undefined, ["its receipt is damaged"]);
  const { closing } = here;
  const asked = askedIn(recorded);
  const isOurs = meant !== undefined || asked !== undefined;
  const problems = [
    ...(await closingProblems(objects, job, closing)),
    ...(meant !== undefined && JSON.stringify(meant) !== JSON.stringify(closing)
      ? ["its receipt is not the one that this home wrote"]
      : []),
    ...(asked !== undefined && !saysSame(asked, reportOf(closing))
      ? ["its receipt does not say what this home recorded"]
      : []),
    ...(!isOurs && recorded.kind !== "unknown" ? ["this home wrote no such receipt"] : []),
  ];
  if (problems.length > 0) return doubted(job, closing, problems);
  return { job, outcome: isOurs ? "proven" : "consistent", problems, promises: reportOf(closing), at: closing.at };
}

/** Tutti's store gets it first, then the repository, then the journal says that the job ended. */
function withoutReceipt(job: string, meant: Closing | undefined, recorded: RecordedEnd): VerifiedEnd | undefined {
  if (recorded.kind === "running") return undefined;
  if (meant !== undefined) return doubted(job, meant, ["its receipt is gone, although the job ended here"]);
  const asked = askedIn(recorded);
  // The disk may have been full, or an earlier version wrote none.
  return asked === undefined || asked.promised + asked.unasked === 0
    ? undefined
    : { job, outcome: "claimed", problems: [], promises: asked, at: null };
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
    ...(nameIfAny(closing.job) === nameIfAny(job) ? [] : [`its receipt is of the job ${closing.job}`]),
    ...(promised === kept + lost.length ? [] : ["its receipt counts more or fewer promises than it names"]),
    ...(tree === undefined || tree === closing.tree ? [] : [`its receipt says tree ${closing.tree}, git says ${tree}`]),
  ];
}

function closingIn(found: FoundClosing | undefined): Closing | undefined {
  return found?.kind === "found" ? found.closing : undefined;
}

function askedIn(recorded: RecordedEnd): Asked | undefined {
  return recorded.kind === "ended" && recorded.promises?.kind === "asked" ? recorded.promises : undefined;
}

/** A trailer that is no id was written by hand. */
function nameIfAny(job: string): string {
  try {
    return closingPlace(job).job;
  } catch {
    return "";
  }
}
