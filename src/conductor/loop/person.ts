import type { EpochMs, SheetId } from "../../base/ids.ts";
import { cancelledAlone } from "../../sheet/ending/dropped.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { isTerminal } from "../../sheet/outcome.ts";
import type { Book, SheetRelease } from "../book.ts";
import type { Course } from "./course.ts";
import { releaseContexts } from "./release.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";

/**
 * The end of all open sheets of a job that is to end: none of them is played or landed any more, and every capture is
 * kept.
 */
export function cancelledEvents(
  book: Book,
  at: EpochMs,
): readonly { readonly sheet: SheetId; readonly event: SheetEvent }[] {
  return book
    .job()
    .plan.sheets.filter(({ id }) => !isTerminal(book.state(id)))
    .map(({ id }) => ({ sheet: id, event: { kind: "cancelled", at, capture: null } }));
}

/**
 * Ends sheets that a person wants ended and no attempt is at. A sheet that is landing at this moment is waited for: git
 * alone knows how that ends.
 */
export async function endUnwanted(course: Course): Promise<void> {
  const { book, halts, unwanted } = course;
  const due = [...unwanted].filter((id) => !halts.has(id) && book.state(id).kind !== "landing");
  for (const id of due) unwanted.delete(id);
  await releaseContexts(course, await cancelSheets(course, due));
}

export function cancelSheets({ book, hands }: Course, sheets: readonly SheetId[]): Promise<readonly SheetRelease[]> {
  // A sheet that finished before the word was heard stays as it is.
  const open = sheets.filter((id) => ["waiting", "captured", "proposed"].includes(book.state(id).kind));
  return book.recordSheets(
    open.map((sheet) => ({ sheet, event: cancelledAlone(book.state(sheet), hands.world.now()) })),
  );
}

/** Hands on what a person has to say to sheets that no attempt is at; one that runs is ended first, and then told. */
export async function speak(course: Course): Promise<void> {
  const { words, halts, book } = course;
  // A sheet that is landing at this moment is waited for: git alone knows how that ends.
  const due = [...words.keys()].filter((id) => !halts.has(id) && book.state(id).kind !== "landing");
  for (const sheet of due) await releaseContexts(course, await tell(course, sheet));
}

/** Keeps words that an agent did not read before it ended for the next one. */
export function keepUnheard({ live, words }: Pick<Course, "live" | "words">, sheet: SheetId): void {
  for (const text of live.get(sheet)?.unheard() ?? []) addWords(words, sheet, text);
  live.delete(sheet);
}

export function addWords(words: Course["words"], sheet: SheetId, text: string): void {
  const earlier = words.get(sheet);
  words.set(sheet, earlier === undefined ? text : `${earlier}\n\n${text}`);
}

/** `proof`: what its last attempt left, for one that failed meanwhile. */
export async function tell(
  { book, hands, words }: Course,
  sheet: SheetId,
  proof?: CaptureProof,
): Promise<readonly SheetRelease[]> {
  const text = words.get(sheet);
  words.delete(sheet);
  const from =
    proof?.changed === true && book.state(sheet).kind === "failed"
      ? { from: { commit: proof.commit, base: proof.context.base } }
      : {};
  const state = book.state(sheet);
  // It was told while it ran, and goes back to waiting with that.
  const isKnown = state.kind === "waiting" && text !== undefined && state.brief?.includes(text) === true;
  return text === undefined || isKnown
    ? []
    : book.recordSheets([{ sheet, event: { kind: "told", at: hands.world.now(), text, ...from } }]);
}
