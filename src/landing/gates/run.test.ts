import { expect, it } from "vitest";
import { makeJob, makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import type { Validation } from "../../score/plan/rule.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import { type SheetPromise, asksOf } from "../promises/promise.ts";
import type { GateHands } from "./hands.ts";
import { runGates } from "./run.ts";

function asks(id: string) {
  const command = { argv: ["sh", "-c", id], env: {}, cwd: { root: "context", path: "." }, shown: id } as const;
  const rule: Validation = {
    kind: "command_succeeds",
    command,
    stage: 1,
    retries: 0,
    retryDelayMs: 0,
    timeoutMs: 1_000,
    description: id,
  };
  const sheet = makeSheet(id);
  return asksOf({ job: makeJob("j", [], { plan: makePlan([sheet]) }), sheet, attempt: 1 }, [rule], "/workspace");
}

it("when one promise can't be checked, no other is begun, and those under way end first", async () => {
  const seen: string[] = [];
  const slow = Promise.withResolvers<undefined>();
  const hands = {
    world: { now: () => 0 as EpochMs },
    runner: { environment: {} },
    memory: {
      known: { verdict: () => Promise.resolve(undefined), quarantine: () => Promise.resolve([]) },
      journal: { append: () => Promise.resolve(0) },
    },
    notice: () => undefined,
    promise: async ({ by: [{ sheet }] }: SheetPromise): Promise<Verdict> => {
      seen.push(`${sheet.id} begins`);
      if (sheet.id === "a") {
        setTimeout(slow.resolve, 50, undefined);
        throw new Error("git was killed");
      }
      await slow.promise;
      seen.push(`${sheet.id} ends`);
      return { kind: "judged", results: [{ index: 0, description: sheet.id, passed: true, reason: "" }] };
    },
  } as unknown as GateHands;
  const tree = "t" as TreeSha;
  const asked = runGates(hands, {
    commit: "c" as CommitSha,
    tree,
    target: { ref: "refs/heads/main", tree },
    requirements: ["a", "b", "c", "d"].flatMap(asks),
    changed: () => Promise.resolve([]),
    cancel: new AbortController().signal,
    atOnce: 2,
  });
  await expect(asked).rejects.toThrow("git was killed");
  expect([...seen.slice(0, 2).toSorted(), ...seen.slice(2)]).toEqual(["a begins", "b begins", "b ends"]);
});
