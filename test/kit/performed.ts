import type { World } from "../../src/base/world/world.ts";
import { makeAccounts } from "../../src/conductor/agents/accounts.ts";
import { type Throttles, makeThrottles } from "../../src/conductor/agents/throttles.ts";
import { noRules } from "../../src/schedule/accounts/rules.ts";
import { makeLedger } from "../../src/store/ledger.ts";
import type { Performance } from "../../src/sheet/performance.ts";
import type { AgentEnd } from "../../src/sheet/events/event.ts";

/** A run of an agent that ended so, and told nothing. */
export function played(end: AgentEnd, more: Partial<Performance> = {}): Performance {
  return { end, trouble: null, usage: undefined, words: null, outlived: false, ...more };
}

/** The throttles of agents in one process, without a journal. */
export function openThrottles(world: Pick<World, "now">): Throttles {
  return makeThrottles({
    world,
    journal: { append: () => Promise.resolve(0) },
    known: new Map(),
    policy: () => ({ failures: 5, recoveryMs: 300_000 }),
    accounts: makeAccounts({
      world: { ...world, after: () => () => undefined },
      ledger: makeLedger(),
      rules: () => noRules,
    }),
  });
}
