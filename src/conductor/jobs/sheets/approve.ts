import type { JobId, SheetId } from "../../../base/ids.ts";
import type { Book } from "../../book.ts";
import { heldWords } from "../../../api/contract/landing/queue.ts";
import type { Accepted } from "../../../api/contract/job.ts";
import { goOn } from "../go-on.ts";
import { type JobParts, openJob } from "../parts.ts";
import { notNow, requireSheet } from "../../find/require.ts";
import { requireUnvisited } from "./visited.ts";

/** Lets results land that wait for a person's word, and goes on with their job. */
export async function approve(
  parts: JobParts,
  {
    job: id,
    sheets,
    environment,
  }: {
    readonly job: JobId;
    readonly sheets?: readonly string[] | undefined;
    readonly environment?: Readonly<Record<string, string>> | undefined;
  },
): Promise<Accepted> {
  await parts.agents.remember(id, environment);
  const { book } = await openJob(parts, id);
  const waiting = waitingForWord(book);
  const named = sheets?.map((name) => requireSheet(book.job(), name)) ?? waiting;
  const wrong = named.find((sheet) => !waiting.includes(sheet));
  if (wrong !== undefined)
    throw notNow(
      `${wrong} is ${wordFor(book, wrong)}: it does not wait for a person's word`,
      `tutti status ${id} shows what does.`,
    );
  if (named.length === 0)
    throw notNow(`nothing of ${id} waits for a person's word`, `tutti status ${id} shows where its sheets are.`);
  await requireUnvisited(parts, id, named);
  const notes = named.flatMap((sheet) => heldNote(book, sheet));
  const say = async (now: Book): Promise<void> => {
    await now.recordSheets(named.map((sheet) => ({ sheet, event: { kind: "approved", at: parts.world.now() } })));
  };
  return { ...(await goOn(parts, id, { parallel: null, say })), notes };
}

/**
 * The reason that a result was held although its score lets results land by themselves: the person who lets it land
 * should know.
 */
function heldNote(book: Book, sheet: SheetId): readonly string[] {
  const state = book.state(sheet);
  return state.kind === "captured" && state.held !== undefined ? [`${sheet} was held: ${heldWords(state.held)}`] : [];
}

function waitingForWord(book: Book): readonly SheetId[] {
  const { sheets } = book.job().plan;
  return sheets.flatMap(({ id }) => {
    const state = book.state(id);
    return state.kind === "captured" && !state.isApproved ? [id] : [];
  });
}

function wordFor(book: Book, sheet: SheetId): string {
  const { kind } = book.state(sheet);
  return kind === "captured" ? "approved already" : kind;
}
