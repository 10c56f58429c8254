import { messageOf, unreachable } from "../../base/error.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";
import { sharedContextId } from "../../isolation/context.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import { isKept } from "../../sheet/command.ts";
import type { Book, Order } from "../book.ts";
import type { Course, Rest } from "./course.ts";
import type { Hands } from "../hands.ts";

/** Does what states ask for besides playing and landing: contexts that nobody needs any more go, as the score says. */
export async function follow(course: Course, orders: readonly Order[]): Promise<void> {
  const { hands, book, proofs } = course;
  for (const order of orders) {
    if (order.command.kind !== "release-context") continue;
    const { context } = order.command;
    // The next sheet works where this one did.
    if (context === sharedContextId(book.job().id)) continue;
    if (course.inUse.has(context)) {
      hands.notice(
        `${order.sheet.id}: something its agent started is still alive, so its context stays until the next start`,
      );
      continue;
    }
    try {
      await carryOut(hands, book, { order, proof: proofs.get(context) });
    } catch (error) {
      // Nothing is lost by a context that stays; the next start tries again.
      hands.notice(`${order.sheet.id}: its context could not be cleaned up and stays: ${messageOf(error)}`);
    }
    proofs.delete(context);
  }
}

/** The context that all sheets shared goes when the job has come to its end. */
export async function releaseShared({ hands, book, inUse }: Course, rest: Rest & { kind: "finished" }): Promise<void> {
  const [sheet] = book.job().plan.sheets;
  if (book.job().isolation.per !== "job" || sheet === undefined) return;
  const shared = sharedContextId(book.job().id);
  // Something an agent started is still at work in it; the next start takes it away.
  if (inUse.has(shared)) return;
  const command = {
    kind: "release-context",
    context: shared,
    after: rest.failed === 0 ? "success" : "failure",
  } as const;
  await carryOut(hands, book, { order: { sheet, command }, proof: undefined }).catch((error: unknown) => {
    hands.notice(`the context of the job could not be cleaned up and stays: ${messageOf(error)}`);
  });
}

/**
 * Does what the state of a sheet asks for, apart from landing and playing, which the loop does. Doing it twice is
 * harmless. `proof` is the capture in hand; without one the context is captured (again) before it goes.
 */
async function carryOut(
  hands: Hands,
  book: Book,
  work: { order: Order; proof: CaptureProof | undefined },
): Promise<void> {
  const { command } = work.order;
  switch (command.kind) {
    case "release-context": {
      if (isKept(book.job().plan.isolation, command.after)) return;
      const proof = work.proof ?? (await captureLeft(hands, book, command));
      if (proof === undefined) return;
      const outcome = await hands.destroy(proof);
      const { id, path, level } = proof.context;
      // Of one in place only Tutti's notes are gone; the folder is the user's, and stands.
      if (outcome === "kept" || isInPlace(level)) return;
      // Nobody waits for the note, so it shares a write with what comes next. One that fails: the next write fails too,
      // and that is waited for.
      book
        .note({ kind: "context-destroyed", at: hands.world.now(), context: id, path }, work.order.sheet.id)
        .catch(() => undefined);
      return;
    }
    case "supervise":
    case "land":
    case "settle-landing":
      return;
    default:
      return unreachable(command);
  }
}

async function captureLeft(
  hands: Hands,
  book: Book,
  command: Order["command"] & { kind: "release-context" },
): Promise<CaptureProof | undefined> {
  const standing = await hands.findContext(command.context);
  if (standing === undefined) return undefined;
  if (isInPlace(standing.context.level)) {
    // A snapshot of the folder as it is by now would be of the user's work, not of the sheet's.
    await hands.forget(standing.context);
    return undefined;
  }
  const attempt = { job: book.job(), sheet: book.plan(standing.sheet), attempt: standing.attempt };
  return hands.capture(attempt, standing.context, "deletion");
}
