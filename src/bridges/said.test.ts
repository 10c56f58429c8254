import { expect, test } from "vitest";
import type { EventLine } from "./event-line.ts";
import { makeSaid } from "./said.ts";

function heard(work: (said: ReturnType<typeof makeSaid>) => void): { texts: string[]; last: string | null } {
  const lines: EventLine[] = [];
  const said = makeSaid((line) => lines.push(line));
  work(said);
  said.flush();
  return { texts: lines.map((line) => (line.type === "said" ? line.text : "")), last: said.last() };
}

test("pieces of prose are told together, and the last stretch is the answer", () => {
  const { texts, last } = heard((said) => {
    for (const piece of ["Hel", "lo", "."]) said.add(piece);
    said.flush();
    said.flush();
    for (const piece of ["All ", "done.\n"]) said.add(piece);
  });
  expect({ texts, last }).toEqual({ texts: ["Hello.", "All done.\n"], last: "All done." });
});

test("a long stretch is told line by line while it comes, and none of it is lost", () => {
  const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`);
  const { texts, last } = heard((said) => lines.forEach((line) => said.add(`${line}\n`)));
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.join("\n").trim()).toBe(lines.join("\n"));
  expect(last).toBe(lines.join("\n"));
});

test("blanks alone are not told", () => {
  expect(heard((said) => said.add(" \n "))).toEqual({ texts: [], last: null });
});
