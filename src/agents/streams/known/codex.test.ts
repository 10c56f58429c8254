import { expect, test } from "vitest";
import { eventsOf, readAll, recordedAt } from "../../../../test/kit/recordings.ts";
import { codexReader } from "./codex.ts";

test("actions and words of Codex are reported once each, and its warnings are no failures", () => {
  expect(eventsOf("codex", "done").filter(({ kind }) => kind !== "got")).toEqual([
    { kind: "started", session: "01a1e068-02eb-7de1-ae85-0724a666c268", model: null },
    {
      kind: "did",
      tool: "command",
      detail: `/bin/bash -lc 'mkdir -p "$(dirname hello.txt)" && echo world > hello.txt'`,
    },
    {
      kind: "did",
      tool: "command",
      detail: `/bin/bash -lc 'mkdir -p "$(dirname sub/two.txt)" && echo second > sub/two.txt'`,
    },
    { kind: "said", text: "Done: 2 of 2." },
    {
      kind: "spent",
      scope: "total",
      usage: { inputTokens: 300, outputTokens: 29, cacheReadTokens: 0, cacheWriteTokens: 0, usd: null },
    },
    { kind: "ended", isGood: true, text: "Done: 2 of 2." },
  ]);
});

test("a patch is told by the file that it changes", () => {
  expect(eventsOf("codex", "file")).toContainEqual({ kind: "did", tool: "file_change", detail: "/context/p.txt" });
});

test("cached input is not counted as input again", () => {
  const usage = {
    input_tokens: 200,
    cached_input_tokens: 60,
    cache_write_input_tokens: 0,
    output_tokens: 22,
    reasoning_output_tokens: 10,
  };

  const [spent] = readAll(
    codexReader(() => recordedAt),
    JSON.stringify({ type: "turn.completed", usage }),
  );

  expect(spent).toMatchObject({ usage: { inputTokens: 140, cacheReadTokens: 60, outputTokens: 22 } });
});

test("Codex that sleeps until a limit ends has said that it met one", () => {
  expect(eventsOf("codex", "asleep").at(-1)).toEqual({
    kind: "limited",
    status: 429,
    message: "exceeded retry limit, last status: 429 Too Many Requests",
    resetAt: null,
    waitMs: null,
  });
});

test("the limit of a plan is told with its reset, which Codex only says in words", () => {
  const { resetAt } = eventsOf("codex", "usage-limit").findLast((event) => event.kind === "failed")?.problem ?? {};

  // To the minute, by the clock of the machine.
  const said = new Date(resetAt ?? 0);
  expect([said.getHours(), said.getMinutes()]).toEqual([20, 39]);
});

test.each([
  ["limited", { status: 429, message: "exceeded retry limit, last status: 429 Too Many Requests" }],
  ["unauthorized", { status: 401 }],
  [
    "broken",
    {
      status: null,
      message: "stream disconnected before completion: Transport error: network error: error decoding response body",
    },
  ],
  [
    "server-error",
    { status: null, message: "We’re currently experiencing high demand, which may cause temporary errors." },
  ],
])("%s ends the run with what it was", (name, problem) => {
  expect(eventsOf("codex", name).slice(-2)).toMatchObject([
    { kind: "failed", isFinal: true, problem },
    { kind: "ended", isGood: false },
  ]);
});

test("as long as it connects again by itself, nothing is final", () => {
  const failures = eventsOf("codex", "no-network").filter((event) => event.kind === "failed");

  expect(failures).toHaveLength(6);
  expect(failures.map(({ isFinal }) => isFinal)).not.toContain(true);
  expect(failures.at(-1)?.problem.message).toBe("Connection failed: error sending request");
});
