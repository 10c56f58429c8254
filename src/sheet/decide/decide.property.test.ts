import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { event, policy, state, visited } from "../../../test/kit/any-sheet.ts";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { decide, replay } from "./decide.ts";
import type { SheetPolicy } from "./decision.ts";
import type { SheetEvent } from "../events/event.ts";
import { spentWith } from "../cost/usage.ts";
import { isGood, isTerminal } from "../outcome.ts";
import { type SheetState, type Waiting, fresh } from "../state.ts";
import { times } from "../../../test/kit/long.ts";

const always = { numRuns: times(500, 2_000) };

/** A state and an event that is about its own attempt: at random the two would hardly ever meet. */
const meeting = fc.tuple(state, event).map(([before, input]): readonly [SheetState, SheetEvent] => {
  const attempt =
    before.kind === "running" ? before.attempt : before.kind === "waiting" ? before.counts.attempts + 1 : undefined;
  return [before, "attempt" in input && attempt !== undefined ? { ...input, attempt } : input];
});

describe("a sheet under any events", () => {
  it("there is an answer in every state to every event, and what is ignored changes nothing", () => {
    const check = fc.property(policy, state, event, (rules, before, input) => {
      const decision = decide(rules, before, input);
      if (decision.kind === "ignored") {
        expect(decision.state).toBe(before);
        expect(decision.why).not.toBe("");
      }
    });
    fc.assert(check, always);
  });

  it("a good state stays so, and only a person's word leads out of failed and cancelled", () => {
    const check = fc.property(policy, state.filter(isTerminal), event, (rules, before, input) => {
      const isPersons = input.kind === "retried" || input.kind === "told" || input.kind === "judged";
      const { kind } = decide(rules, before, input);
      if (isGood(before) || !isPersons) expect(kind).toBe("ignored");
      else if (input.kind !== "judged") expect(kind).toBe("changed");
    });
    fc.assert(check, always);
  });

  it("there is a way from every state to an end", () => {
    const check = fc.property(policy, state, (rules, before) => {
      expect(wayOut(rules, before)).toBe(true);
    });
    fc.assert(check, always);
  });

  it("a journal replayed gives the state it gave event by event, and can be cut anywhere", () => {
    const check = fc.property(policy, fc.array(event, { maxLength: 40 }), fc.nat(), (rules, events, cut) => {
      const whole = replay(rules, events);
      let step: SheetState = fresh;
      for (const input of events) step = decide(rules, step, input).state;
      expect(whole).toEqual(step);
      const at = cut % (events.length + 1);
      const stored = JSON.parse(JSON.stringify(replay(rules, events.slice(0, at)))) as SheetState;
      let resumed = stored;
      for (const input of events.slice(at)) resumed = decide(rules, resumed, input).state;
      expect(resumed).toEqual(whole);
    });
    fc.assert(check, { numRuns: times(125, 500) });
  });

  it("attempts are never counted down, and each start is a new number", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const { state: next } = decide(rules, before, input);
      if (before.kind === "skipped" || next.kind === "skipped") return;
      const started = before.kind === "waiting" && next.kind === "running";
      expect(next.counts.attempts).toBe(before.counts.attempts + (started ? 1 : 0));
    });
    fc.assert(check, always);
  });

  it("the work an event brings is kept when the sheet ends badly", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const decision = decide(rules, before, input);
      const next = decision.state;
      if (decision.kind === "ignored" || (next.kind !== "failed" && next.kind !== "cancelled")) return;
      const brought = "capture" in input ? input.capture : null;
      const had = "capture" in before ? before.capture : "continueFrom" in before ? before.continueFrom : null;
      expect(next.kept).toBe(brought ?? had);
    });
    fc.assert(check, always);
  });

  it("the work that an attempt goes on from comes with the base it was done on, and only then", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const decision = decide(rules, before, input);
      if (decision.kind === "ignored" || decision.state.kind !== "waiting") return;
      const { continueFrom, continueBase } = decision.state;
      if ((input.kind === "retried" || input.kind === "told") && input.from !== undefined)
        expect({ continueFrom, continueBase }).toEqual({
          continueFrom: input.from.commit,
          continueBase: input.from.base,
        });
      else if (input.kind === "told" && before.kind === "waiting")
        expect({ continueFrom, continueBase }).toEqual(workOf(before));
      else if (input.kind === "told" && before.kind === "captured")
        expect({ continueFrom, continueBase }).toEqual({ continueFrom: before.capture, continueBase: before.base });
      else expect(continueBase).toBe(continueFrom === null || before.kind !== "running" ? null : before.base);
    });
    fc.assert(check, always);
  });

  it("a context that an attempt ran in is in the next state, and is used again only with work that lies in it", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const decision = decide(rules, before, input);
      const next = decision.state;
      if (decision.kind === "ignored" || before.kind !== "running" || input.kind === "placed") return;
      if (next.kind !== "waiting") expect(next.context).toBe(before.context);
      else {
        expect(next.context?.id).toBe(before.context);
        if (next.context?.reuse === true)
          expect(next.continueFrom).toBe("capture" in input ? (input.capture ?? before.continueFrom) : null);
      }
    });
    fc.assert(check, always);
  });

  it("a sheet that works in the user's own folder never lands", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      if (before.kind !== "running" || before.lands) return;
      expect(["captured", "landing", "landed"]).not.toContain(decide(rules, before, input).state.kind);
    });
    fc.assert(check, always);
  });

  it("the files that were in the user's own folder before the first attempt are known as long as there may be another", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const decision = decide(rules, before, input);
      const next = decision.state;
      if (decision.kind === "ignored" || !("folder" in before || before.kind === "running") || next.kind === "captured")
        return;
      const isEnd = next.kind === "done" || next.kind === "skipped";
      const isIn = before.kind === "running" && !before.lands && next.kind !== "running";
      if (!isEnd)
        expect("folder" in next ? next.folder.base : undefined).toBe(isIn ? before.base : before.folder?.base);
    });
    fc.assert(check, always);
  });

  it("no wait ends before it began", () => {
    const check = fc.property(policy, meeting, (rules, [before, input]) => {
      const decision = decide(rules, before, input);
      const wait = decision.kind === "changed" && decision.state.kind === "waiting" ? decision.state.notBefore : null;
      const until = wait ?? input.at;
      expect(Number.isSafeInteger(until)).toBe(true);
      expect(until).toBeGreaterThanOrEqual(input.at);
    });
    fc.assert(check, always);
  });

  it("a visit of a person costs what the agent used, and changes nothing else", () => {
    const check = fc.property(policy, state, visited, (rules, before, input) => {
      const { state: next } = decide(rules, before, input);
      if (before.kind === "skipped" || next.kind === "skipped") {
        expect(next).toBe(before);
        return;
      }
      expect(next.counts.spent).toEqual(spentWith(before.counts.spent, input.usage));
      const rest = ({ counts, ...others }: typeof next): object => ({
        ...others,
        counts: { ...counts, spent: null },
        ...("session" in others && others.session !== null ? { session: { ...others.session, used: null } } : {}),
      });
      expect(rest(next)).toEqual(rest(before));
    });
    fc.assert(check, always);
  });
});

/** Whether a terminal state can be reached in a few steps with well-formed events. */
function workOf({ continueFrom, continueBase }: Waiting): Pick<Waiting, "continueFrom" | "continueBase"> {
  return { continueFrom, continueBase };
}

function wayOut(rules: SheetPolicy, from: SheetState): boolean {
  let state = from;
  for (let step = 0; step < 4 && !isTerminal(state); step++) state = decide(rules, state, towardsTheEnd(state)).state;
  return isTerminal(state);
}

function towardsTheEnd(state: SheetState): SheetEvent {
  const at = 0 as EpochMs;
  const commit = "a".repeat(40) as CommitSha;
  const base = { at, commit, parent: commit, target: "refs/heads/main", level: "unvalidated" as const };
  switch (state.kind) {
    case "waiting":
      return { kind: "started", at, attempt: state.counts.attempts + 1, context: "x" as ContextId, base: commit };
    case "running":
      return {
        kind: "ended",
        at,
        attempt: state.attempt,
        end: { kind: "exited", code: 0 },
        trouble: null,
        words: null,
        verdict: { kind: "unvalidated" },
        capture: commit,
        changed: true,
        chance: 0,
        spent: { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 },
        leftOut: { count: 0, first: [], isIncomplete: false },
      };
    case "captured":
      return { kind: "landing", ...base };
    case "landing":
      return { kind: "landed", at, commit: state.commit };
    default:
      throw new Error(`${state.kind} is an end`);
  }
}
