import { unreachable } from "../base/error.ts";
import type { CaptureProof } from "../isolation/capture/capture.ts";
import type { Book, Order } from "./book.ts";
import type { Hands } from "./hands.ts";

/**
 * Does what the state of a sheet asks for, apart from landing and playing, which the loop does. Doing it twice is
 * harmless. `proof` is the capture in hand; without one the context is captured (again) before it goes.
 */
export async function carryOut(hands: Hands, book: Book, work: { order: Order; proof: CaptureProof | undefined }): Promise<void> {
  const { order } = work;
  switch (order.command.kind) {
    case "release-context": {
      if (order.command.keep) return;
      const proof = work.proof ?? (await captureLeft(hands, book, order));
      if (proof !== undefined) await hands.destroy(proof);
      return;
    }
    case "supervise":
    case "land":
    case "settle-landing":
      return;
    default:
      return unreachable(order.command);
  }
}

async function captureLeft(hands: Hands, book: Book, order: Order): Promise<CaptureProof | undefined> {
  const attempt = { job: book.job(), sheet: order.sheet, attempt: order.command.attempt };
  const context = await hands.reopenContext(attempt);
  return context === undefined ? undefined : hands.capture(attempt, context);
}
