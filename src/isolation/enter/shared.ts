import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { loadIndex } from "../../git/index.ts";
import { readCommit, readTip } from "../../git/refs/refs.ts";
import { readTree } from "../../git/history/trees.ts";
import { type CaptureProof, captureContext } from "../capture/capture.ts";
import type { Context, ContextRequest } from "../context.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import { type ContextRecord, reopenContext, writeRecord } from "../records/record.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { mergeIntoTree } from "../store/stand-in.ts";
import { captureOf, createAfresh, readyAgain } from "./make.ts";

/**
 * The one context that the sheets of a job share: the base and the results of earlier successful sheets. Files of a
 * failed attempt are captured and removed.
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
  const content = accepted ?? (found.content === null ? found.context.base : request.start.base);
  const base =
    request.start.continueFrom === null
      ? await baseOf(equipment, { content, target: request.start.base })
      : request.start.base;
  const wanted = request.start.continueFrom ?? content;
  // Its content belongs to the last sheet in it, not to the one that enters.
  const proof = await captureContext(
    git,
    found.context,
    captureOf(
      equipment,
      { ...request, whose: { ...request.whose, sheet: found.sheet, attempt: found.attempt } },
      "lost",
    ),
  );
  if (proof.tree === (await readTree(git, store.gitDir, wanted)))
    return goOn(equipment, { ...found, content: accepted }, { ...request, start: { ...request.start, base } });
  await putAway(equipment, proof);
  return make(equipment, { ...request, start: { base, continueFrom: wanted === base ? null : wanted } }, accepted);
}

/**
 * Whether an accepted result did not land after all. The next attempt must not find it there, or it would count as the
 * base and never land.
 */
async function isRefused(
  { git, store }: Equipment,
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
  const merge = await mergeIntoTree(git, store.gitDir, { tree, base, theirs: what.content });
  return merge.kind === "conflict" || merge.tree !== tree;
}

/** Accepted is what was accepted, not what this attempt continues from. */
async function make(equipment: Equipment, request: ContextRequest, content: CommitSha | null): Promise<Context> {
  const context = await createAfresh(equipment, request);
  const made = await reopenContext(equipment.places, context.id);
  if (made !== undefined) await writeRecord(equipment.places, { ...made, content });
  return context;
}

/** Remembers the result of a good attempt in the shared context. */
export async function acceptShared({ places }: Equipment, proof: CaptureProof): Promise<void> {
  const found = await reopenContext(places, proof.context.id);
  if (found !== undefined) await writeRecord(places, { ...found, content: proof.commit });
}

/** The target if it equals the work of earlier sheets; else their work. */
async function baseOf({ git, store }: Equipment, what: { content: CommitSha; target: CommitSha }): Promise<CommitSha> {
  const [content, target] = await Promise.all([
    readTree(git, store.gitDir, what.content),
    readTree(git, store.gitDir, what.target),
  ]);
  return content === target ? what.target : what.content;
}

async function goOn(equipment: Equipment, found: ContextRecord, request: ContextRequest): Promise<Context> {
  const { git, places, store } = equipment;
  const {
    start: { base },
    head: { branch },
    whose: { sheet, attempt },
  } = request;
  const context: Context = { ...found.context, base, branch };
  await loadIndex(git, { gitDir: store.gitDir, workTree: context.path, index: context.index }, base);
  await writeRecord(places, { ...found, context, sheet, attempt });
  return readyAgain(equipment, request, context);
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
