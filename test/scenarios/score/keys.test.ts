import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { TuttiError } from "../../../src/base/error.ts";
import { makeKit } from "../../kit/kit.ts";
import { oneOf } from "../../kit/long.ts";
import { scoreKeys, withoutKey } from "../../kit/score-keys.ts";
import type { Case } from "./case.ts";
import { agentCases } from "./cases/agents.ts";
import { chainCases } from "./cases/chains.ts";
import { findingCases } from "./cases/findings.ts";
import { isolationCases } from "./cases/isolation.ts";
import { jobCases } from "./cases/job.ts";
import { landingCases } from "./cases/landing.ts";
import { limitCases } from "./cases/limits.ts";
import { orderCases } from "./cases/order.ts";
import { promptCases } from "./cases/prompts.ts";
import { routingCases } from "./cases/routing.ts";
import { ruleCases } from "./cases/rules.ts";
import { toolCases } from "./cases/tools.ts";

const cases: readonly Case[] = [
  ...jobCases,
  ...agentCases,
  ...chainCases,
  ...findingCases,
  ...isolationCases,
  ...landingCases,
  ...limitCases,
  ...orderCases,
  ...promptCases,
  ...routingCases,
  ...ruleCases,
  ...toolCases,
];

test("every key of the score language has a case that sees it read", () => {
  const seen = cases.flatMap(({ reads }) => reads);

  expect(new Set(seen)).toEqual(new Set(scoreKeys()));
});

describe("a played score does what its keys say", () => {
  // Each of them is a job: a sixth of them every day, all in the long form.
  test.for(oneOf(6, cases))("$fact", async (played) => {
    expect(await outcome(played)).toEqual(played.expected);
  });
});

/** Once for each key: too long for every day. `TUTTI_EACH_KEY=1 vitest run` with this file does it. */
describe.runIf(process.env["TUTTI_EACH_KEY"] === "1")("without a key, the same score does something else", () => {
  const pairs = cases.flatMap((one) => one.reads.map((key) => ({ key, one })));

  test.for(pairs)("$key", async ({ key, one }) => {
    expect(await outcome({ ...one, score: withoutKey(one.score, key) })).not.toEqual(one.expected);
  });
});

/** The visible effect of a played score, or its refusal. */
async function outcome({ files = {}, prepare, score, stopWhen, seen }: Case): Promise<unknown> {
  const kit = makeKit({ "a.txt": "a\n", ...files });
  const stop = new AbortController();
  try {
    await prepare?.(kit);
    const played = await kit.playScore(score, {
      stop: stop.signal,
      // Programs that a case puts there go before those of the machine.
      env: {
        XDG_CONFIG_HOME: join(kit.root, ".config"),
        PATH: `${join(kit.root, "bin")}:${process.env["PATH"] ?? ""}`,
      },
      watch: (progress) => {
        if (stopWhen?.(progress) === true) stop.abort();
      },
    });
    return await seen(kit, played);
  } catch (error) {
    if (error instanceof TuttiError && error.code.startsWith("score.")) return "refused";
    throw error;
  } finally {
    kit.dispose();
  }
}
