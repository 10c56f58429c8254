import type { TreeSha } from "../../../base/ids.ts";
import { type Verdict, mayLand } from "../../../sheet/verdict.ts";
import type { Layer } from "../../candidate.ts";
import type { TestReport } from "../../gates/gate.ts";
import type { Ground, Head } from "../../ground.ts";
import type { Known } from "../../line/step.ts";
import type { Requirement } from "../../promises/promise.ts";
import { keyOf } from "../offer.ts";

/** Tests of the line's trees and their outcomes, kept while the tree is in the line. */
export interface Tests {
  readonly own: Book<Verdict>;
  readonly gates: Book<readonly TestReport[]>;
  /** Reports so far of tests that may still run, by the same keys. */
  readonly heard: Map<string, readonly TestReport[]>;
}

interface Book<T> {
  known(key: string): Known;
  result(key: string): T | undefined;
  start(key: string, work: (cancel: AbortSignal) => Promise<T>): void;
  /** Cancels and drops tests of trees that left the line. */
  keep(keys: ReadonlySet<string>): void;
  /** The next question runs it again. */
  forget(key: string): void;
  /** The test failed to run, which says nothing about the tree. */
  fault(key: string): { readonly error: unknown } | undefined;
}

export function makeTests(ring: () => void): Tests {
  return {
    own: makeBook(ring, (verdict) => (mayLand(verdict) ? "passed" : "failed")),
    gates: makeBook(ring, saidBy),
    heard: new Map(),
  };
}

export function callOffTests({ own, gates, heard }: Tests): void {
  own.keep(new Set());
  gates.keep(new Set());
  heard.clear();
}

function saidBy(reports: readonly TestReport[]): Known {
  const failed = reports.find(({ passed }) => !passed);
  if (failed === undefined) return "passed";
  return failed.isDoubted === true ? "doubted" : "failed";
}

interface Test<T> {
  readonly cancel: AbortController;
  /** The first answer left a doubt. */
  readonly isSecond: boolean;
  result?: T;
  fault?: { readonly error: unknown };
}

function makeBook<T>(ring: () => void, said: (result: T) => Known): Book<T> {
  const tests = new Map<string, Test<T>>();
  return {
    known: (key) => {
      const test = tests.get(key);
      if (test === undefined) return "unknown";
      if (test.result === undefined) return test.isSecond ? "confirming" : "testing";
      return said(test.result);
    },
    result: (key) => tests.get(key)?.result,
    fault: (key) => tests.get(key)?.fault,
    forget: (key) => {
      tests.get(key)?.cancel.abort();
      tests.delete(key);
    },
    start: (key, work) => {
      const test: Test<T> = { cancel: new AbortController(), isSecond: tests.has(key) };
      tests.set(key, test);
      void work(test.cancel.signal)
        .then(
          (result) => {
            test.result = result;
          },
          (error: unknown) => {
            test.fault = { error };
          },
        )
        .finally(ring);
    },
    keep: (keys) => {
      for (const [key, test] of tests) {
        if (keys.has(key)) continue;
        test.cancel.abort();
        tests.delete(key);
      }
    },
  };
}

export function ownKey({ candidate, tree }: Layer): string {
  return `${keyOf(candidate)}/${String(candidate.attempt)}/${tree}`;
}

/** A quick gate sees the difference from the target: on another target it may answer differently. */
export function gateKey(tree: TreeSha, head: Head, gates: readonly Requirement[]): string {
  const isQuick = gates.some((gate) => gate.isQuick);
  return [tree, isQuick ? head.tree : "", ...gates.map(({ digest }) => digest)].join(" ");
}

export function runOwn(ground: Ground, tests: Tests, layer: Layer): void {
  tests.own.start(ownKey(layer), (cancel) => ground.validate(layer, cancel));
}

export interface GateTest {
  readonly tree: TreeSha;
  readonly head: Head;
  readonly requirements: readonly Requirement[];
  readonly atOnce: number;
}

/** Only a decision about a result or the target needs certainty. */
export function runGates(ground: Ground, tests: Tests, what: GateTest): void {
  const key = gateKey(what.tree, what.head, what.requirements);
  const isTrial = what.tree !== what.head.tree && tests.gates.known(key) !== "doubted";
  const heard = (report: TestReport): void => {
    if (tests.heard.has(key)) tests.heard.set(key, [...(tests.heard.get(key) ?? []), report]);
  };
  tests.heard.set(key, []);
  tests.gates.start(key, (cancel) => ground.test({ ...what, cancel, heard, isTrial }));
}
