import { within } from "../../base/world/world.ts";
import { realWorld } from "../../base/world/real-world.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Sides } from "../../git/objects/trees/merge.ts";
import { readConflicts } from "../../landing/merge/conflicts.ts";
import type { Job } from "../../sheet/job.ts";
import type { MergingView } from "../../api/contract/landing/merging.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { type Viewer, findObjectStore } from "../find/viewer.ts";
import type { Scene } from "./life/scenes.ts";

type Reading = Pick<Viewer, "git" | "store" | "places">;

/** Comparing three large trees takes longer than a person waits. */
const patienceMs = 2_000;

/** How the last conflict of a sheet with its target was merged, or why it was not; `null`: it had none. */
export async function mergingOf(parts: Reading, job: Job, life: readonly Scene[]): Promise<MergingView | null> {
  const place = life.findLastIndex(({ event }) => hadConflict(event));
  const event = life[place]?.event;
  const result = life.slice(0, place).findLast(({ next }) => "capture" in next)?.next;
  if (event === undefined || result === undefined || !("capture" in result)) return null;
  const sides = { base: result.base, theirs: result.capture };
  const tried =
    event.kind === "landing"
      ? { accepted: acceptedIn(event), fallen: event.merge?.fallen ?? [], untested: event.merge?.untested ?? [] }
      : event.kind === "conflicted"
        ? { accepted: null, fallen: event.fallen ?? [], untested: event.untested ?? [] }
        : undefined;
  if (tried === undefined) return null;
  const ours = event.kind === "landing" ? event.parent : event.kind === "conflicted" ? event.onto : result.base;
  return { at: event.at, ...tried, conflicts: await threeSides(parts, job, { ...sides, ours }) };
}

function hadConflict(event: SheetEvent): boolean {
  return event.kind === "conflicted" || (event.kind === "landing" && event.merge !== undefined);
}

function acceptedIn({ merge }: SheetEvent & { readonly kind: "landing" }): MergingView["accepted"] {
  return merge === undefined ? null : { way: merge.way, reason: merge.reason };
}

/** None where objects of a side are gone. */
async function threeSides(parts: Reading, job: Job, commits: Sides<CommitSha>): Promise<MergingView["conflicts"]> {
  const gitDir = await findObjectStore(parts, job.repository);
  if (gitDir === undefined) return [];
  const store = { gitDir, format: job.repository.objectFormat };
  const read = readConflicts(parts.git, store, commits).catch(() => []);
  return (await within(patienceMs, read, realWorld)) ?? [];
}
