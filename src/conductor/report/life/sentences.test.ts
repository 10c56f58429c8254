import { expect, it } from "vitest";
import { makePlan, makeRetry, makeSheet } from "../../../../test/kit/jobs.ts";
import { begun, judged, over } from "../../../../test/kit/told.ts";
import type { CommitSha, EpochMs } from "../../../base/ids.ts";
import { decide } from "../../../sheet/decide/decide.ts";
import { policyOf } from "../../../sheet/decide/decision.ts";
import type { AgentEnd } from "../../../sheet/events/event.ts";
import { fresh } from "../../../sheet/state.ts";
import type { Trouble } from "../../../sheet/trouble/trouble.ts";
import { lifeSentences } from "./sentences.ts";

const sheet = { agent: { kind: "scripted" }, fallbacks: [], retry: makeRetry({}) } as const;

function told(end: AgentEnd, trouble: Pick<Trouble, "code" | "detail">): string {
  const event = over(1, 2, { end, trouble: { ...trouble, resetAt: null }, capture: null, changed: true });
  const [, ended = ""] = lifeSentences(
    [
      { event: begun(1, 1), after: null, next: fresh },
      { event, after: null, next: fresh },
    ],
    sheet,
  );
  return ended.replace(/^\S+ Attempt 1 ended: the agent /, "");
}

const gone = 'there is no program "claude" on the PATH';

it.each([
  [
    { kind: "not-started", detail: gone },
    { code: "E505", detail: gone },
    `could not be started: ${gone}; E505: there is no such program.`,
  ],
  [
    { kind: "exited", code: 3 },
    { code: "E009", detail: "exit code 3" },
    "exited with code 3; E009: the agent ended with an error that it did not explain.",
  ],
  [
    { kind: "exited", code: 1 },
    { code: "E502", detail: "401" },
    "exited with code 1; E502: the provider does not accept the credentials (401).",
  ],
] as const)("what an end tells is not told again with its trouble: %j", (end, trouble, expected) => {
  expect(told(end, trouble)).toBe(expected);
});

it.each([
  ["b", "It did not pass what the target asks for: rule 2: it is red."],
  ["d", "Merged with what landed meanwhile its validations failed: rule 2: it is red."],
])("what landed meanwhile is blamed only where something did: onto %s", (onto, expected) => {
  const event = {
    kind: "rejected",
    at: 3 as EpochMs,
    verdict: judged(true, false),
    onto: onto.repeat(40) as CommitSha,
    chance: 0,
  } as const;
  const policy = policyOf({ ...makeSheet("a"), ...sheet }, makePlan([]));
  const started = decide(policy, fresh, begun(1, 1)).state;
  const next = decide(policy, started, over(1, 2)).state;
  const [, said = ""] = lifeSentences(
    [
      { event: over(1, 2), after: null, next },
      { event, after: null, next: fresh },
    ],
    sheet,
  );
  expect(said.replace(/^\S+ /, "")).toBe(expected);
});
