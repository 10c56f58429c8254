import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { loadIndex } from "../../git/index.ts";
import { mergeCommits } from "../../git/history/merge.ts";
import { readCommit, readTip } from "../../git/refs/refs.ts";
import { readTree, writeCommit } from "../../git/history/trees.ts";
import { type CaptureProof, captureContext } from "../capture/capture.ts";
import type { Context, ContextRequest } from "../context.ts";
import { destroyContext } from "../destroy.ts";
import { type ContextRecord, reopenContext, writeRecord } from "../records/record.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { captureOf, createAfresh, lendOnceMore } from "./make.ts";

/**
 * The one context of a job whose sheets share it. It holds the base and what the sheets before have done well; what a
 * failed attempt left in it is captured and taken out, so that the next sheet does not build on it.
 */
export async function enterShared(
  equipment: Equipment,
  request: ContextRequest,
  target: string | null,
): Promise<Context> {
  const { git, places, store } = equipment;
  const found = await reopenContext(places, request.id);
  if (found === undefined) return make(equipment, request, null);
  const accepted =
    found.content !== null && (await isRefused(equipment, { content: found.content, target })) ? null : found.content;
  const content = accepted ?? (found.content === null ? found.context.base : request.base);
  const base =
    request.continueFrom === null ? await baseOf(equipment, { content, target: request.base }) : request.base;
  const wanted = request.continueFrom ?? content;
  // What is in it is the work of whoever was there last, not of the sheet that enters.
  const proof = await captureContext(
    git,
    found.context,
    captureOf(equipment, { ...request, sheet: found.sheet, attempt: found.attempt }, "lost"),
  );
  if (proof.tree === (await readTree(git, store.gitDir, wanted)))
    return goOn(equipment, { ...found, content: accepted }, { ...request, base });
  await putAway(equipment, proof);
  return make(equipment, { ...request, base, continueFrom: wanted === base ? null : wanted }, accepted);
}

/**
 * Whether a result that was good by itself did not land after all. The next attempt must not find it there, or what it
 * holds would count as the base and never land; the target has all that did land.
 */
async function isRefused(
  { git, store, world }: Equipment,
  what: { content: CommitSha; target: string | null },
): Promise<boolean> {
  const landed = what.target === null ? undefined : await readCommit(git, store.repository.commonDir, what.target);
  const [base] = (await readTip(git, store.gitDir, what.content))?.parents ?? [];
  if (landed === undefined || base === undefined) return false;
  const [tree, content] = await Promise.all([
    readTree(git, store.gitDir, landed),
    readTree(git, store.gitDir, what.content),
  ]);
  if (tree === content) return false;
  const standIn = {
    tree,
    parents: [base],
    message: "stand-in for the target\n",
    by: { name: "Tutti", email: "tutti@localhost" },
    at: world.now(),
  };
  const merge = await mergeCommits(git, store.gitDir, {
    ours: await writeCommit(git, store.gitDir, standIn),
    theirs: what.content,
  });
  return merge.kind === "conflict" || merge.tree !== tree;
}

/** What counts as done well is what was accepted, not what this attempt goes on from. */
async function make(equipment: Equipment, request: ContextRequest, content: CommitSha | null): Promise<Context> {
  const context = await createAfresh(equipment, request);
  const made = await reopenContext(equipment.places, context.id);
  if (made !== undefined) await writeRecord(equipment.places, { ...made, content });
  return context;
}

/** Remembers what a good attempt has made of the shared context. */
export async function acceptShared({ places }: Equipment, proof: CaptureProof): Promise<void> {
  const found = await reopenContext(places, proof.context.id);
  if (found !== undefined) await writeRecord(places, { ...found, content: proof.commit });
}

/**
 * The target, where it is what the sheets before have done; else their work itself, on which the next one's change is
 * measured.
 */
async function baseOf({ git, store }: Equipment, what: { content: CommitSha; target: CommitSha }): Promise<CommitSha> {
  const [content, target] = await Promise.all([
    readTree(git, store.gitDir, what.content),
    readTree(git, store.gitDir, what.target),
  ]);
  return content === target ? what.target : what.content;
}

async function goOn(
  equipment: Equipment,
  found: ContextRecord,
  { base, branch, sheet, attempt }: ContextRequest,
): Promise<Context> {
  const { git, places, store } = equipment;
  const context: Context = { ...found.context, base, branch };
  await loadIndex(git, { gitDir: store.gitDir, workTree: context.path, index: context.index }, base);
  await writeRecord(places, { ...found, context, sheet, attempt });
  return lendOnceMore(equipment, context);
}

async function putAway({ places, store }: Equipment, proof: CaptureProof): Promise<void> {
  if ((await destroyContext(places, store, proof)) === "destroyed") return;
  throw new TuttiError(
    "context.create_failed",
    `${proof.context.path} holds files of an earlier sheet that could not be captured`,
    {
      audience: "user",
      hint: "Look at it, then remove it: tutti worktree remove",
    },
  );
}
