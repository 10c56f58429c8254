import { describe, expect, it } from "vitest";
import { makeRetry, makeSheet } from "../../../test/kit/jobs.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../base/ids.ts";
import { decide } from "../decide/decide.ts";
import type { SheetEvent } from "../events/event.ts";
import { fresh } from "../state.ts";
import type { Verdict } from "../verdict.ts";
import { type JudgedWork, type SheetEvidence, newestOf, resultOf } from "./evidence.ts";
import { inferStates } from "./infer.ts";

const commit = "c".repeat(40) as CommitSha;
const base = "b".repeat(40) as CommitSha;

function verdictOf(...passed: readonly boolean[]): Verdict {
  return {
    kind: "judged",
    results: passed.map((one, index) => ({
      index,
      description: `rule ${String(index)}`,
      passed: one,
      reason: one ? "" : "no",
    })),
  };
}

function work(more: Partial<JudgedWork> = {}): JudgedWork {
  return {
    number: 2,
    attempt: 1,
    why: "end",
    commit,
    base,
    changed: true,
    verdict: verdictOf(true),
    isComplete: true,
    ...more,
  };
}

function found(id: string, more: Partial<SheetEvidence> & { readonly after?: readonly string[] } = {}): SheetEvidence {
  const { after = [], ...rest } = more;
  const context = { id: `job.${id}` as ContextId, stands: false };
  const sheet = makeSheet(id, { after: after as readonly SheetId[] });
  return { sheet, attempts: 0, landing: null, newest: null, result: null, context, isInPlace: false, ...rest };
}

/** A sheet whose last attempt left this. */
function left(id: string, result: JudgedWork | null, more: Parameters<typeof found>[1] = {}): SheetEvidence {
  return found(id, { attempts: 1, newest: result, result, ...more });
}

function stateOf(evidence: SheetEvidence, ...others: readonly SheetEvidence[]): ReturnType<typeof inferStates>[number] {
  const [first] = inferStates([evidence, ...others]);
  if (first === undefined) throw new TypeError("no sheet");
  return first;
}

describe("the traces of a sheet", () => {
  it("a landing is a landing, with any other traces", () => {
    const landing = { commit, attempt: 2, level: "unvalidated", branch: "main", isThere: true } as const;
    const { state, why } = stateOf(left("a", work({ verdict: verdictOf(false) }), { landing, attempts: 3 }));
    expect(state).toMatchObject({ kind: "landed", commit, level: "unvalidated", attempt: 2, counts: { attempts: 3 } });
    expect(why).toBe("landed as cccccccccc, found on main");
    expect(stateOf(found("a", { landing: { ...landing, isThere: false } })).why).toContain(
      "does not have that commit any more",
    );
  });

  it("a result of a finished attempt that passes its validations is ready to land", () => {
    const { state } = stateOf(left("a", work({ attempt: 4 }), { attempts: 4 }));
    expect(state).toMatchObject({
      kind: "captured",
      attempt: 4,
      base,
      capture: commit,
      verdict: verdictOf(true),
      counts: { attempts: 4, failures: 0 },
    });
  });

  it.each([
    ["it fails a validation", work({ verdict: verdictOf(true, false) }), "does not pass"],
    ["it has no validations", work({ verdict: { kind: "unvalidated" } }), "without validations"],
    ["its validations could not be run", work({ verdict: null }), "could not be run"],
    ["part of it could not be captured", work({ isComplete: false }), "does not hold all"],
  ])("a result goes on instead of landing when %s", (_, result, why) => {
    const inference = stateOf(left("a", result, { context: { id: "job.a" as ContextId, stands: true } }));
    expect(inference.state).toMatchObject({
      kind: "waiting",
      why: "inferred",
      continueFrom: commit,
      continueBase: base,
      context: { id: "job.a", reuse: true },
    });
    expect(inference.why).toContain(why);
  });

  it("failed validations are told to the next attempt", () => {
    const { state } = stateOf(left("a", work({ verdict: verdictOf(false) })));
    expect(state.kind === "waiting" ? state.brief : "").toContain("rule 0: no");
  });

  it("an attempt that changed nothing proves nothing by validations that pass", () => {
    expect(stateOf(left("a", work({ changed: false }))).state).toMatchObject({
      kind: "waiting",
      continueFrom: null,
      continueBase: null,
      brief: null,
      counts: { attempts: 1 },
    });
  });

  it("an attempt that was cut off goes on from its newest work", () => {
    const { state, why } = stateOf(found("a", { attempts: 3, newest: work({ attempt: 2, number: 7 }) }));
    expect(state).toMatchObject({ kind: "waiting", continueFrom: commit, counts: { attempts: 3 } });
    expect(why).toBe("attempt 3 was cut off; snapshot 7 has the newest work");
  });

  it("an attempt without any work begins again under the next number", () => {
    expect(stateOf(found("a", { attempts: 2 })).state).toMatchObject({
      kind: "waiting",
      continueFrom: null,
      context: null,
      counts: { attempts: 2 },
    });
  });

  it("no trace means that it has not begun", () => {
    expect(stateOf(found("a")).state).toEqual(fresh);
  });

  it("a sheet that worked in the user's own folder goes on being compared with the files from before; changes after its end are others' work", () => {
    const verdict = verdictOf(false);
    expect(stateOf(left("a", work({ verdict }), { isInPlace: true })).state).toMatchObject({
      continueFrom: null,
      folder: { base, left: commit, verdict },
    });
    const cutOff = stateOf(found("a", { attempts: 1, newest: work({}), isInPlace: true })).state;
    expect(cutOff).toMatchObject({ folder: { base, left: null, verdict: { kind: "unvalidated" } } });
    expect(stateOf(left("a", work({ verdict }))).state).not.toHaveProperty("folder");
  });

  it("a sheet that worked in the user's own folder never lands", () => {
    expect(stateOf(left("a", work(), { isInPlace: true })).state).toMatchObject({ kind: "done", inPlace: true });
    expect(stateOf(left("a", work({ verdict: verdictOf(false) }), { isInPlace: true })).state).toMatchObject({
      kind: "waiting",
      continueFrom: null,
    });
  });

  it("one with nothing to land was good when another that waits for it had begun, however far down", () => {
    const evidence = [found("a"), found("b", { after: ["a"] }), found("c", { after: ["b"], attempts: 1 })];
    const inferences = inferStates(evidence);
    expect(inferences.map(({ state }) => state.kind)).toEqual(["done", "done", "waiting"]);
    expect(inferences[0]?.why).toContain("c, which waits for it");
  });

  it("one with work that did not land is not called good because another had begun", () => {
    const dependent = found("b", { after: ["a"], attempts: 1 });
    expect(stateOf(left("a", work({ verdict: verdictOf(false) })), dependent).state.kind).toBe("waiting");
  });
});

describe("which snapshot counts", () => {
  const taken = (number: number, attempt: number, why: string) => ({ number, attempt, why, commit, base });

  it("the newest is that of the last attempt, also when an earlier context was captured after it", () => {
    expect(newestOf([taken(1, 1, "end"), taken(2, 2, "periodic"), taken(3, 1, "lost")])?.number).toBe(2);
    expect(newestOf([])).toBeNull();
  });

  it("only what the last attempt ended with is a result", () => {
    expect(resultOf([taken(1, 1, "end"), taken(2, 1, "lost"), taken(3, 1, "deletion")], 1)?.number).toBe(1);
    expect(resultOf([taken(1, 1, "time-out")], 1)?.number).toBe(1);
    expect(resultOf([taken(1, 1, "end")], 2)).toBeNull();
    for (const why of ["periodic", "shutdown", "cancel", "lost", "deletion"])
      expect(resultOf([taken(1, 1, why)], 1)).toBeNull();
  });
});

describe("an inference", () => {
  const inferred: SheetEvent = {
    kind: "inferred",
    at: 5 as EpochMs,
    state: { kind: "skipped", why: "x", context: null },
    why: "y",
  };

  it("is taken by a sheet that has not begun, and by no other", () => {
    const retry = makeRetry({});
    expect(decide(retry, fresh, inferred).state).toEqual(inferred.state);
    const begun = { ...fresh, why: "inferred" as const, counts: { ...fresh.counts, attempts: 1 } };
    for (const state of [begun, { kind: "skipped", why: "", context: null } as const])
      expect(decide(retry, state, inferred)).toMatchObject({ kind: "ignored", state });
  });
});
