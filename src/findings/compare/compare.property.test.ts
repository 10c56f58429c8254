import fc from "fast-check";
import { expect, it } from "vitest";
import type { FileMove, Hunk } from "../../base/line-move.ts";
import { compareFindings } from "./compare.ts";
import type { Finding } from "../finding.ts";
import { times } from "../../../test/kit/long.ts";

/** A line of a model file: who it is, and what is wrong with it. */
interface Line {
  readonly id: number;
  readonly wrong: string | null;
}

/**
 * The fate of a line: it stays, goes, others take its place, others come in front of it, or it and the next ones go
 * elsewhere.
 */
type Edit =
  | { readonly kind: "keep" | "delete" }
  | { readonly kind: "insert" | "replace"; readonly wrong: readonly (string | null)[] }
  | { readonly kind: "move"; readonly to: number };

interface Story {
  readonly before: readonly Line[];
  readonly after: readonly Line[];
  readonly hunks: readonly Hunk[];
  /** Lines that are the same in both, by what the hunks say. */
  readonly kept: ReadonlySet<number>;
}

const wrong = fc.option(fc.constantFrom("m", "n", "o"), { nil: null });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: "keep" } as const) },
  fc.constant({ kind: "delete" } as const),
  fc.record({
    kind: fc.constantFrom("insert" as const, "replace" as const),
    wrong: fc.array(wrong, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant("move" as const), to: fc.nat(40) }),
);

/** Plays the edits, and tells them as a diff would. A first and a last line stay, and nothing is wrong with them. */
function play(lines: readonly { wrong: string | null; edit: Edit }[]): Story {
  const before: readonly Line[] = [
    { id: 0, wrong: null },
    ...lines.map((line, index) => ({ id: index + 1, wrong: line.wrong })),
    { id: lines.length + 1, wrong: null },
  ];
  const kept = new Set([0, lines.length + 1]);
  const inFront = new Map<number, Line[]>();
  let next = lines.length + 2;
  const put = (place: number, more: readonly Line[]): void =>
    void inFront.set(place, [...(inFront.get(place) ?? []), ...more]);
  for (const [index, { wrong: own, edit: done }] of lines.entries()) {
    const id = index + 1;
    if (done.kind === "keep" || done.kind === "insert") kept.add(id);
    if (done.kind === "insert" || done.kind === "replace")
      put(
        id,
        done.wrong.map((what) => ({ id: next++, wrong: what })),
      );
    if (done.kind === "move") put(1 + (done.to % (lines.length + 1)), [{ id, wrong: own }]);
  }
  const after: Line[] = [];
  const hunks: Hunk[] = [];
  let [oldLines, newLines] = [0, 0];
  for (const [index, line] of before.entries()) {
    const more = inFront.get(line.id) ?? [];
    after.push(...more);
    newLines += more.length;
    if (!kept.has(line.id)) {
      oldLines += 1;
      continue;
    }
    if (oldLines + newLines > 0) hunks.push(hunkBefore({ old: index + 1, new: after.length + 1 }, oldLines, newLines));
    [oldLines, newLines] = [0, 0];
    after.push(line);
  }
  return { before, after, hunks, kept };
}

/** The hunk that ends in front of these lines, as git numbers it. */
function hunkBefore(end: { old: number; new: number }, oldLines: number, newLines: number): Hunk {
  return {
    oldStart: end.old - oldLines - Number(oldLines === 0),
    oldLines,
    newStart: end.new - newLines - Number(newLines === 0),
    newLines,
  };
}

const story = fc.array(fc.record({ wrong, edit }), { maxLength: 40 }).map(play);

const findingAt = (file: string, line: number, message: string): Finding => ({
  tool: "t",
  file,
  line,
  column: null,
  code: null,
  message,
  severity: null,
  fixable: false,
});

function found(lines: readonly Line[], file: string, say: (line: Line) => string): readonly Finding[] {
  return lines.flatMap((line, index) => (line.wrong === null ? [] : [findingAt(file, index + 1, say(line))]));
}

const letters = (id: number): string => `'${String(id)}'`;
const moved = (hunks: readonly Hunk[], to: string) => (): FileMove => ({ to, hunks });
const texts = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ message, line }) => `${message} ${String(line)}`).toSorted();

it("findings that can be told apart are followed as their lines are", () => {
  fc.assert(
    fc.property(story, ({ before, after, hunks }) => {
      const say = ({ id, wrong: what }: Line): string => `${what ?? ""} ${letters(id)}`;
      const { fixed, remaining, introduced } = compareFindings(
        found(before, "a", say),
        found(after, "b", say),
        moved(hunks, "b"),
      );
      const was = new Set(before.map(({ id }) => id));
      const is = new Set(after.map(({ id }) => id));
      expect(texts(fixed)).toEqual(
        texts(found(before, "a", say).filter(({ line }) => !is.has(before[(line ?? 0) - 1]?.id ?? -1))),
      );
      expect(texts(introduced)).toEqual(
        texts(found(after, "b", say).filter(({ line }) => !was.has(after[(line ?? 0) - 1]?.id ?? -1))),
      );
      for (const [one, other] of remaining)
        expect(before[(one.line ?? 0) - 1]?.id).toBe(after[(other.line ?? 0) - 1]?.id);
    }),
    { numRuns: times(75, 300) },
  );
});

it("findings that say the same are the same on lines that stayed, and else counted where lines were changed", () => {
  fc.assert(
    fc.property(story, ({ before, after, hunks, kept }) => {
      const say = ({ wrong: what }: Line): string => what ?? "";
      const { fixed, remaining, introduced } = compareFindings(
        found(before, "a", say),
        found(after, "a", say),
        moved(hunks, "a"),
      );
      for (const kind of ["m", "n", "o"]) {
        const changed = (lines: readonly Line[]): number =>
          lines.filter((line) => line.wrong === kind && !kept.has(line.id)).length;
        const both = Math.min(changed(before), changed(after));
        const stayed = before.filter((line) => line.wrong === kind && kept.has(line.id)).length;
        expect(remaining.filter(([one]) => one.message === kind)).toHaveLength(stayed + both);
        expect(fixed.filter((one) => one.message === kind)).toHaveLength(changed(before) - both);
        expect(introduced.filter((one) => one.message === kind)).toHaveLength(changed(after) - both);
      }
      // A line that stayed keeps its own finding.
      const stays = (finding: Finding): boolean => kept.has(before[(finding.line ?? 0) - 1]?.id ?? -1);
      expect(fixed.filter(stays)).toEqual([]);
      for (const [one, other] of remaining)
        if (stays(one)) expect(before[(one.line ?? 0) - 1]?.id).toBe(after[(other.line ?? 0) - 1]?.id);
    }),
    { numRuns: times(75, 300) },
  );
});

/** Findings of any kind, which need not fit the diff. */
const anyFinding: fc.Arbitrary<Finding> = fc.record({
  tool: fc.constantFrom("t", "u"),
  file: fc.constantFrom("a", "b", "gone", ""),
  line: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
  column: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  code: fc.constantFrom(null, "c"),
  message: fc.constantFrom("m", "line 1", "line 2"),
  severity: fc.constantFrom(null, "error" as const),
  fixable: fc.boolean(),
});
const several = fc.array(anyFinding, { maxLength: 40 });
const hunksOf: readonly Hunk[] = [
  { oldStart: 0, oldLines: 0, newStart: 1, newLines: 2 },
  { oldStart: 3, oldLines: 2, newStart: 5, newLines: 3 },
  { oldStart: 7, oldLines: 1, newStart: 8, newLines: 0 },
];
const forth = (file: string): FileMove | null =>
  file === "a" ? { to: "a", hunks: hunksOf } : file === "gone" ? { to: null, hunks: [] } : null;
const back = (file: string): FileMove | null =>
  file === "a"
    ? {
        to: "a",
        hunks: hunksOf.map(({ oldStart, oldLines, newStart, newLines }) => ({
          oldStart: newStart,
          oldLines: newLines,
          newStart: oldStart,
          newLines: oldLines,
        })),
      }
    : file === "gone"
      ? { to: null, hunks: [] }
      : null;
const sorted = (findings: readonly unknown[]): readonly string[] =>
  findings.map((finding) => JSON.stringify(finding)).toSorted();

it("every finding is accounted for once, in any order", () => {
  fc.assert(
    fc.property(several, several, fc.func(fc.integer()), (before, after, chance) => {
      const result = compareFindings(before, after, forth);
      expect(sorted([...result.fixed, ...result.remaining.map(([one]) => one)])).toEqual(sorted(before));
      expect(sorted([...result.introduced, ...result.remaining.map(([, other]) => other)])).toEqual(sorted(after));
      const shuffled = (findings: readonly Finding[]): readonly Finding[] =>
        findings.toSorted((one, other) => chance(one) - chance(other));
      expect(compareFindings(shuffled(before), after.toReversed(), forth)).toEqual(result);
    }),
    { numRuns: times(75, 300) },
  );
});

it("findings of unchanged files stay as they are", () => {
  fc.assert(
    fc.property(several, (findings) => {
      const { fixed, remaining, introduced } = compareFindings(findings, findings.toReversed(), () => null);
      expect([fixed, introduced]).toEqual([[], []]);
      for (const [one, other] of remaining) expect(one).toEqual(other);
    }),
  );
});

it("told backwards, what was fixed is introduced", () => {
  const here = several.map((findings) => findings.filter(({ file }) => file !== "gone"));
  fc.assert(
    fc.property(here, here, (before, after) => {
      const result = compareFindings(before, after, forth);
      const reverse = compareFindings(after, before, back);
      expect(sorted(reverse.fixed)).toEqual(sorted(result.introduced));
      expect(sorted(reverse.introduced)).toEqual(sorted(result.fixed));
      expect(sorted(reverse.remaining.map(([one, other]) => [other, one]))).toEqual(sorted(result.remaining));
    }),
    { numRuns: times(75, 300) },
  );
});
