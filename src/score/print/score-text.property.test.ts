import fc from "fast-check";
import { expect, it } from "vitest";
import { anyScore } from "../../../test/kit/any-score.ts";
import type { AnyScore } from "../../../test/kit/any-score.ts";
import { score as schema } from "../schema/score.ts";
import { exactMap, readDocument } from "../source/document.ts";
import { scoreText } from "./score-text.ts";
import { times } from "../../../test/kit/long.ts";

it("a score that was written is the same when it is read", () => {
  fc.assert(
    fc.property(anyScore, (read) => {
      expect(readBack(scoreText(read))).toEqual(read);
      expect(readBack(scoreText(read, { shares: true }))).toEqual(read);
    }),
    { numRuns: times(15, 200) },
  );
});

it("nothing that is written is lost on the way through a file", () => {
  fc.assert(
    fc.property(anyScore, (read) => {
      const text = scoreText(read);
      expect(Buffer.from(text, "utf8").toString("utf8")).toBe(text);
      expect(text).not.toMatch(/[^\P{Cc}\t\n]|[\u2028\u2029\uFEFF]/u);
    }),
    { numRuns: times(6, 50) },
  );
});

it("writing a score that was read from what was written gives the same text", () => {
  fc.assert(
    fc.property(anyScore, (read) => {
      const text = scoreText(read);
      expect(scoreText(readBack(text))).toBe(text);
    }),
    { numRuns: times(15, 50) },
  );
});

function readBack(text: string): AnyScore {
  const opened = readDocument(text);
  if (opened.kind === "unreadable") throw new Error(JSON.stringify(opened.problems));
  return { score: schema.parse(opened.document.value), variables: exactMap(opened.document, ["variables"]) };
}
