import type { SheetId } from "../../base/ids.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";
import type { SheetRelease } from "../book.ts";
import type { Course } from "./course.ts";
import { releaseContexts } from "./release.ts";

/** Hands on what a person has to say to sheets that no attempt is at; one that runs is ended first, and then told. */
export async function speak(course: Course): Promise<void> {
  const { words, halts, book } = course;
  // What is being landed at this moment is waited for: git alone knows how that ends.
  const due = [...words.keys()].filter((id) => !halts.has(id) && book.state(id).kind !== "landing");
  for (const sheet of due) await releaseContexts(course, await tell(course, sheet));
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
  return text === undefined
    ? []
    : book.recordSheets([{ sheet, event: { kind: "told", at: hands.world.now(), text, ...from } }]);
}
