import { messageOf } from "../base/error.ts";
import { sharedContextId } from "../isolation/context.ts";
import type { Order } from "./book.ts";
import type { Course, Rest } from "./course.ts";
import { carryOut } from "./orders.ts";

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
