import { messageOf } from "../../base/error.ts";
import type { ContextId } from "../../base/ids.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";
import { sharedContextId } from "../../isolation/context.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import { isKept } from "../../sheet/decide/release.ts";
import type { Finished } from "../../sheet/rest/rest.ts";
import type { Book, SheetRelease } from "../book.ts";
import type { Course } from "./course.ts";
import type { Hands } from "../hands.ts";

/** Contexts that are not needed any more go, unless the score keeps them. Releasing one twice is harmless. */
export async function releaseContexts(course: Course, releases: readonly SheetRelease[]): Promise<void> {
  const { hands, book, proofs } = course;
  for (const release of releases) {
    const { context, sheet } = release;
    // The next sheet works where this one did.
    if (context === sharedContextId(book.job().id)) continue;
    if (course.inUse.has(context)) {
      hands.notice(
        `${sheet.id}: something its agent started is still alive, so its context stays until the next start`,
      );
      continue;
    }
    try {
      await releaseContext(hands, book, { release, proof: proofs.get(context) });
    } catch (error) {
      // Nothing is lost by a context that stays; the next start tries again.
      hands.notice(`${sheet.id}: its context could not be cleaned up and stays: ${messageOf(error)}`);
    }
    proofs.delete(context);
  }
}

/** The context that all sheets shared goes when the job has finished. */
export async function releaseShared({ hands, book, inUse }: Course, rest: Finished): Promise<void> {
  const [sheet] = book.job().plan.sheets;
  if (book.job().isolation.per !== "job" || sheet === undefined) return;
  const context = sharedContextId(book.job().id);
  // A process that an agent started still works in it; the next start removes it.
  if (inUse.has(context)) return;
  const release = { sheet, context, after: rest.failed === 0 ? "success" : "failure" } as const;
  await releaseContext(hands, book, { release, proof: undefined }).catch((error: unknown) => {
    hands.notice(`the context of the job could not be cleaned up and stays: ${messageOf(error)}`);
  });
}

/** `proof` is the capture in hand; without one the context is captured (again) before it goes. */
async function releaseContext(
  hands: Hands,
  book: Book,
  { release, proof: inHand }: { release: SheetRelease; proof: CaptureProof | undefined },
): Promise<void> {
  if (isKept(book.job().plan.isolation, release.after)) return;
  const proof = inHand ?? (await captureLeft(hands, book, release.context));
  if (proof === undefined) return;
  const outcome = await hands.destroy(proof);
  const { id, path, level } = proof.context;
  // Of one in place only Tutti's notes are gone; the folder is the user's, and stands.
  if (outcome === "kept" || isInPlace(level)) return;
  // Not awaited, so it shares a write with what comes next. If it fails, the next write fails too, and that one is
  // awaited.
  book
    .note({ kind: "context-destroyed", at: hands.world.now(), context: id, path }, release.sheet.id)
    .catch(() => undefined);
}

async function captureLeft(hands: Hands, book: Book, id: ContextId): Promise<CaptureProof | undefined> {
  const standing = await hands.findContext(id);
  if (standing === undefined) return undefined;
  if (isInPlace(standing.context.level)) {
    // A snapshot of the folder as it is by now would be of the user's work, not of the sheet's.
    await hands.forget(standing.context);
    return undefined;
  }
  const attempt = { job: book.job(), sheet: book.plan(standing.sheet), attempt: standing.attempt };
  return hands.capture(attempt, standing.context, "deletion");
}
