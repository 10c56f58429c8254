import type { ReviewItem } from "../../../api/contract/landing/review.ts";
import { codeOf, messageOf, TuttiError } from "../../../base/error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { prose } from "../../terminal/prose.ts";
import { conflictLines } from "../three-sides.ts";
import { diffLines, itemLines, reviewedSides } from "./lines.ts";

/** The decisions on a result. Each returns the message to print. */
export interface ReviewActs {
  approve(item: ReviewItem): Promise<string>;
  sendBack(item: ReviewItem, text: string): Promise<string>;
  drop(item: ReviewItem): Promise<string>;
  try(item: ReviewItem): Promise<string>;
  back(): Promise<string>;
  /** With all that it changes. */
  show(item: ReviewItem): Promise<ReviewItem>;
}

interface Walk {
  readonly items: readonly ReviewItem[];
  readonly acts: ReviewActs;
  /** The next line of the person's; `null`: there is none any more. */
  readonly ask: (question: string) => Promise<string | null>;
  readonly now: () => number;
}

/** How many results were decided about, and how many were left as they are. */
export interface Walked {
  readonly approved: number;
  readonly sentBack: number;
  readonly dropped: number;
  readonly left: number;
}

const question = "[a]pprove, [s]end back, [d]rop, [t]ry, [b]ack from it, [v]iew all of it, [n]ext, [q]uit? ";
/** A person who wants to see more says so. */
const firstLines = 100;

/**
 * Goes through results with a person, one after the other. It reports an action that fails, and asks the question
 * again.
 */
export async function walkThrough(terminal: Terminal, walk: Walk): Promise<Walked> {
  const done = { approved: 0, sentBack: 0, dropped: 0 };
  const leave = (): Walked => ({ ...done, left: walk.items.length - done.approved - done.sentBack - done.dropped });
  for (const [index, item] of walk.items.entries()) {
    const whole = await walk.acts.show(item);
    if (index > 0) terminal.out("");
    const place = { number: index + 1, of: walk.items.length };
    for (const line of [
      ...itemLines(terminal, whole, { now: walk.now(), place }),
      ...diffLines(terminal, whole, firstLines),
      ...conflictLines(terminal, reviewedSides(whole)),
    ])
      terminal.out(line);
    const outcome = await decideOn(terminal, walk, whole);
    if (outcome === "quit") return leave();
    if (outcome !== "next") done[outcome] += 1;
  }
  return leave();
}

type Outcome = "approved" | "sentBack" | "dropped" | "next" | "quit";

async function decideOn(terminal: Terminal, walk: Walk, item: ReviewItem): Promise<Outcome> {
  for (;;) {
    const answer = await walk.ask(question);
    // The person has left.
    if (answer === null) return "quit";
    const outcome = await heed(terminal, walk, { item, key: answer.trim().toLowerCase() }).catch((error: unknown) =>
      complain(terminal, error),
    );
    if (outcome !== undefined) return outcome;
  }
}

async function heed(
  terminal: Terminal,
  walk: Walk,
  { item, key }: { item: ReviewItem; key: string },
): Promise<Outcome | undefined> {
  const { acts } = walk;
  const say = async <T extends Outcome | undefined>(said: Promise<string>, outcome: T): Promise<T> => {
    terminal.out(await said);
    return outcome;
  };
  switch (key) {
    case "a":
      return say(acts.approve(item), "approved");
    case "s":
      return sendBack(terminal, walk, item);
    case "d":
      return say(acts.drop(item), "dropped");
    case "t":
      return say(acts.try(item), undefined);
    case "b":
      return say(acts.back(), undefined);
    case "v":
      for (const line of diffLines(terminal, item, null)) terminal.out(line);
      return undefined;
    case "n":
      return "next";
    case "q":
      return "quit";
    default:
      return undefined;
  }
}

async function sendBack(terminal: Terminal, { ask, acts }: Walk, item: ReviewItem): Promise<Outcome | undefined> {
  const text = (await ask("Which changes do you request? (empty: not sent back) ")) ?? "";
  if (text.trim() === "") return undefined;
  terminal.out(await acts.sendBack(item, text));
  return "sentBack";
}

/** Reports an action that can't be done now; a lost conductor ends the walk. */
function complain(terminal: Terminal, error: unknown): undefined {
  if (codeOf(error)?.startsWith("conductor.") !== false) throw error;
  terminal.err(terminal.red(prose(messageOf(error))));
  if (error instanceof TuttiError && error.hint !== undefined) terminal.err(prose(error.hint));
  return undefined;
}
