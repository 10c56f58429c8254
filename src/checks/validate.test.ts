import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  inContext,
  makeCheckPlace,
  parts,
  patientParts,
  resultOf,
  rule,
  shellCommand,
} from "../../test/kit/check-place.ts";
import { writeFiles } from "../../test/kit/repository.ts";
import type { RuleTerms, Validation } from "../score/plan/rule.ts";
import { resultsOf } from "../sheet/verdict.ts";
import type { CheckPlace } from "./place.ts";
import { runValidations } from "./validate.ts";

let place: CheckPlace;
beforeEach(() => {
  place = makeCheckPlace();
});

const exists = (path: string, terms: Partial<RuleTerms> = {}): Validation =>
  rule({ kind: "file_exists", path: inContext(path) }, { ...terms, description: path });
const succeeds = (line: string, terms: Partial<RuleTerms> = {}): Validation =>
  rule({ kind: "command_succeeds", command: shellCommand(line) }, { ...terms, description: line });
const linesOf = (path: string): number => readFileSync(join(place.folder, path), "utf8").split("\n").length - 1;

describe("the verdict", () => {
  it("names every validation, in order, also after one that failed", async () => {
    writeFiles(place.folder, { second: "" });
    expect(await runValidations(parts, [exists("first"), exists("second")], place)).toEqual({
      kind: "judged",
      results: [
        { index: 0, description: "first", passed: false, reason: "first does not exist in the context" },
        { index: 1, description: "second", passed: true, reason: "" },
      ],
    });
  });

  it("of no validations is none", async () => {
    expect(await runValidations(parts, [], place)).toEqual({ kind: "unvalidated" });
  });

  it("holds the hint of a validation that has one", async () => {
    expect(await resultOf(succeeds("exit 1"), place)).toMatchObject({
      passed: false,
      hint: expect.stringContaining("Run it yourself") as string,
    });
  });

  it("says of a rule that could not be filled in why, and does not try it again", async () => {
    const impossible = rule({ kind: "impossible", why: "there is no sheet 9" }, { retries: 3 });
    const noWait = { ...parts, wait: () => Promise.reject(new Error("waited")) };
    expect(resultsOf(await runValidations(noWait, [impossible], place))[0]?.reason).toBe("there is no sheet 9");
  });
});

describe("stages", () => {
  it("run from the lowest, in any order of the list", async () => {
    const validations = [
      succeeds("echo 3 >> log", { stage: 3 }),
      succeeds("echo 1 >> log", { stage: 1 }),
      succeeds("echo 2 >> log", { stage: 2 }),
    ];
    const verdict = await runValidations(parts, validations, place);
    expect(readFileSync(join(place.folder, "log"), "utf8")).toBe("1\n2\n3\n");
    expect(resultsOf(verdict).map((result) => result.index)).toEqual([0, 1, 2]);
    expect(resultsOf(verdict).every((result) => result.passed)).toBe(true);
  });

  it("after one that fails are not run, and say because of what; the failing stage itself is run to its end", async () => {
    const validations = [
      succeeds("touch later", { stage: 5 }),
      exists("missing", { stage: 2 }),
      succeeds("touch same", { stage: 2 }),
      succeeds("false", { stage: 2 }),
      succeeds("touch earlier", { stage: 1 }),
      exists("same", { stage: 3 }),
    ];
    const results = resultsOf(await runValidations(parts, validations, place));
    const because = "not run: missing failed at stage 2";
    expect(results.map(({ index, passed, skipped }) => [index, passed, skipped ?? false])).toEqual([
      [0, false, true],
      [1, false, false],
      [2, true, false],
      [3, false, false],
      [4, true, false],
      [5, false, true],
    ]);
    expect([results[0]?.reason, results[5]?.reason]).toEqual([because, because]);
    expect(["earlier", "same", "later"].map((name) => existsSync(join(place.folder, name)))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("a rule that fails", () => {
  it("is tried again as often as it says, and passes when one try does", async () => {
    const waits: number[] = [];
    const counting = { ...parts, wait: (delayMs: number) => Promise.resolve(void waits.push(delayMs)) };
    const third = succeeds("echo x >> tries; test $(wc -l < tries) -ge 3", { retries: 5, retryDelayMs: 70 });
    const never = succeeds("echo x >> never; false", { retries: 2, retryDelayMs: 9 });
    expect(resultsOf(await runValidations(counting, [third, never], place)).map((result) => result.passed)).toEqual([
      true,
      false,
    ]);
    expect([linesOf("tries"), linesOf("never"), waits]).toEqual([3, 3, [70, 70, 9, 9]]);
  });

  it("is not waited for once the sheet is cancelled", async () => {
    const controller = new AbortController();
    const run: typeof parts.run = async (request) => {
      const end = await parts.run(request);
      setImmediate(() => controller.abort());
      return end;
    };
    const validations = [succeeds("echo x >> tries; false", { retries: 5, retryDelayMs: 3_600_000 }), exists("tries")];
    const verdict = await runValidations({ ...patientParts, run }, validations, {
      ...place,
      cancel: controller.signal,
    });
    expect(linesOf("tries")).toBe(1);
    expect(resultsOf(verdict).map((result) => result.reason)).toEqual([
      expect.stringContaining("exited 1"),
      "was cancelled",
    ]);
  });

  it("is not tried again after a cancel that came before the wait", async () => {
    const controller = new AbortController();
    const run: typeof parts.run = async (request) => {
      const end = await parts.run(request);
      controller.abort();
      return end;
    };
    const validation = succeeds("echo x >> tries; false", { retries: 5, retryDelayMs: 3_600_000 });
    await runValidations({ ...patientParts, run }, [validation], { ...place, cancel: controller.signal });
    expect(linesOf("tries")).toBe(1);
  });
});
