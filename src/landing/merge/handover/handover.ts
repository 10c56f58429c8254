import type { CommitSha } from "../../../base/ids.ts";
import type { Change } from "../../../git/diff/changes.ts";
import type { MergedRest } from "../../../git/history/merge.ts";
import type { Objects } from "../../../git/objects/objects.ts";
import { createRefs } from "../../../git/refs/refs.ts";
import { withFiles } from "../../../git/objects/trees/replace.ts";
import { agentRefs } from "../../../isolation/home/places.ts";
import type { Candidate } from "../../candidate.ts";
import type { Handover, Head } from "../../ground.ts";
import type { LandingHands } from "../../hands.ts";
import type { RestOfFile } from "../proposals/propose.ts";

/** Lines of a handover that no file may land with. */
const marks = { ours: "<<<<<<< landed (tutti)", theirs: ">>>>>>> this sheet (tutti)" };

/** The attempt that continues. */
export type Receiver = Pick<Candidate, "job" | "sheet" | "attempt" | "agent">;

interface Left {
  readonly rest: MergedRest;
  readonly rests: readonly RestOfFile[];
  /** Raw bytes (latin1) of files that tools make: as they landed. */
  readonly derived: readonly string[];
  readonly head: Head;
}

/**
 * A commit on the target that has everything merged which can be, and marks around the rest: the next attempt continues
 * from it. `undefined`: a file has no such text, or the agent only runs its prompt again and reads no marks.
 */
export async function handOver(
  { objects, git, self }: LandingHands,
  candidate: Receiver,
  { rest: { tree, files }, rests, derived, head }: Left,
): Promise<Handover | undefined> {
  const left = new Map(rests.map((one) => [one.path, one]));
  const isWhole = files.every(({ path, ours }) => ours !== undefined && (left.has(path) || derived.includes(path)));
  if (candidate.agent.kind !== "profile" || !isWhole) return undefined;
  const written = files.flatMap(({ path, ours }) => {
    const own = left.get(path);
    if (ours === undefined) return [];
    const id = own === undefined ? ours.id : objects.writeBlob(Buffer.from(marked(own.text), "utf8"));
    return [{ path, mode: ours.mode, id }];
  });
  const commit = objects.writeCommit({
    tree: await withFiles(objects, tree, written),
    parents: [head.commit],
    message: `${candidate.sheet.id}: merged as far as it can be\n`,
    by: { name: "Tutti", email: "" },
    at: self.world.now(),
  });
  await objects.flush();
  await keep({ git, gitDir: objects.gitDir }, candidate, commit);
  const sum = (of: (one: RestOfFile) => number): number => rests.reduce((total, one) => total + of(one), 0);
  return { commit, base: head.commit, regions: sum((one) => one.regions), lines: sum((one) => one.lines) };
}

/** Beside the commits of its agent, which go when the job is archived. */
export async function keep(
  { git, gitDir }: { readonly git: LandingHands["git"]; readonly gitDir: string },
  { job, sheet, attempt }: Receiver,
  commit: CommitSha,
): Promise<void> {
  const ref = `${agentRefs(job.id, sheet.id, attempt)}/handover-${commit}`;
  await createRefs(git, gitDir, new Map([[ref, commit]]));
}

function marked(text: string): string {
  return text.replace(/^<<<<<<< ours$/gm, marks.ours).replace(/^>>>>>>> theirs$/gm, marks.theirs);
}

const mostBytes = 4_000_000;

/** Changed files that still have marks. Only an attempt after the first can have begun with some. */
export async function markedIn(
  objects: Objects,
  { attempt }: Pick<Candidate, "attempt">,
  changes: readonly Change[],
): Promise<readonly string[]> {
  if (attempt === 1) return [];
  const found: string[] = [];
  for (const { path, status, blob, mode } of changes) {
    const isText = status !== "D" && mode.startsWith("100");
    const bytes = isText ? await objects.readBlob(blob, mostBytes) : undefined;
    if (bytes !== undefined && Object.values(marks).some((mark) => bytes.includes(mark))) found.push(path);
  }
  return found;
}
