import { unreachable } from "../base/error.ts";
import type { CaptureProof } from "../isolation/capture/capture.ts";
import { isInPlace } from "../score/isolation.ts";
import { isKept } from "../sheet/command.ts";
import type { Book, Order } from "./book.ts";
import type { Hands } from "./hands.ts";

/**
 * Does what the state of a sheet asks for, apart from landing and playing, which the loop does. Doing it twice is
 * harmless. `proof` is the capture in hand; without one the context is captured (again) before it goes.
 */
export async function carryOut(
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
