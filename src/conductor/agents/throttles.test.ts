import { expect, it } from "vitest";
import type { EpochMs } from "../../base/ids.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import type { TroubleCode } from "../../sheet/trouble/trouble.ts";
import { noRules } from "../../schedule/accounts/rules.ts";
import { makeLedger } from "../../store/ledger.ts";
import type { Entry } from "../../store/entry.ts";
import { makeAccounts } from "./accounts.ts";
import { type Throttles, makeThrottles } from "./throttles.ts";

const agent: AgentPlan = { kind: "profile", name: "small", model: null, args: [], env: {}, account: null };

/** Throttles at a moment that can be set, and all that they write. */
function throttlesAt() {
  let now = 1000;
  const entries: Entry[] = [];
  const append = (added: readonly Entry[]): Promise<number> => Promise.resolve(entries.push(...added));
  const throttles = makeThrottles({
    world: { now: () => now as EpochMs },
    journal: { append },
    known: new Map(),
    policy: () => ({ failures: 3, recoveryMs: 500 }),
    accounts: makeAccounts({
      world: { now: () => now as EpochMs, after: () => () => undefined },
      ledger: makeLedger(),
      rules: () => noRules,
    }),
  });
  const leave = (): string => throttles.look(now as EpochMs).leave(agent).kind;
  return {
    throttles,
    entries,
    leave,
    pass: (ms: number) => void (now += ms),
    end: (code: TroubleCode | null) => ended(throttles, now, code),
  };
}

function ended(throttles: Throttles, now: number, code: TroubleCode | null): Promise<void> {
  const trouble = code === null ? null : { code, detail: "", resetAt: null };
  return throttles.note(
    { agent },
    { end: { kind: "exited", code: 1 }, trouble, at: now as EpochMs, chance: 0 },
    { limitWaitMs: 100, jitter: false },
  );
}

it("runs that were out before an account was shut do not keep the next one from finding out whether it is open", async () => {
  const { throttles, leave, pass, end } = throttlesAt();
  const longRun = throttles.begin(agent, { now: 1000 as EpochMs, isUrgent: false });
  await end("E101");
  pass(1_000_000);
  expect(leave()).toBe("go");
  const probe = throttles.begin(agent, { now: 2_000_000 as EpochMs, isUrgent: false });
  expect(leave()).toBe("full");
  longRun?.back();
  expect(leave()).toBe("full");
  probe?.back();
  expect(leave()).toBe("go");
});

it("a provider that answers in the middle of a run makes room for others before its end", async () => {
  const { throttles, leave, pass, end } = throttlesAt();
  await end("E101");
  pass(1_000_000);
  const out = throttles.begin(agent, { now: 2_000_000 as EpochMs, isUrgent: false });
  expect(leave()).toBe("full");
  out?.spent({ inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, usd: null });
  expect(leave()).toBe("go");
});

it("a failure that is only counted is kept and is not reported", async () => {
  const { entries, end } = throttlesAt();
  await end("E501");
  expect(entries).toMatchObject([{ about: "gate", event: null, gate: { failures: 1 } }]);
  await end("E501");
  await end("E501");
  expect(entries.at(-1)).toMatchObject({ event: { kind: "agent-gate", state: "faulty", code: "E501" } });
});

it("commands of one program have limits of their own, and miss the program together", async () => {
  const { throttles } = throttlesAt();
  const command = (...argv: [string, ...string[]]): AgentPlan => ({
    kind: "command",
    argv,
    prompt: "stdin",
    env: {},
    once: false,
  });
  const [limited, free] = [command("sh", "limited.sh"), command("sh", "free.sh")];
  const at = 1000 as EpochMs;
  const note = (code: TroubleCode): Promise<void> =>
    throttles.note(
      { agent: limited },
      { end: { kind: "exited", code: 1 }, trouble: { code, detail: "", resetAt: null }, at, chance: 0 },
      { limitWaitMs: 100, jitter: false },
    );
  const leave = (agent: AgentPlan): string => throttles.look(at).leave(agent).kind;
  await note("E101");
  expect([leave(limited), leave(free)]).toEqual(["shut", "go"]);
  await note("E505");
  expect([leave(limited), leave(free)]).toEqual(["shut", "shut"]);
});
