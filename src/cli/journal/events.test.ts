import { describe, expect, it } from "vitest";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import type { Ended } from "../../sheet/events/event.ts";
import { makeTerminal } from "../terminal/terminal.ts";
import { eventLine, typesNamed } from "./events.ts";

const terminal = makeTerminal({ stdout: { isTTY: false }, stderr: { isTTY: false }, env: {} } as never);
const at = 0 as EpochMs;
const line = (event: Partial<TuttiEvent> & Pick<TuttiEvent, "type" | "recorded">): string =>
  eventLine(terminal, {
    position: 1,
    index: 0,
    at,
    job: "job-1" as JobId,
    sheet: null,
    title: null,
    state: null,
    why: null,
    ...event,
  });

const ended: Ended = {
  kind: "ended",
  at,
  attempt: 1,
  end: { kind: "exited", code: 1 },
  trouble: { code: "E101", detail: "429", resetAt: 9000 as EpochMs },
  words: null,
  verdict: { kind: "unvalidated" },
  capture: null,
  changed: false,
  chance: 0,
  spent: { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 },
  leftOut: { count: 0, first: [], isIncomplete: false },
};

describe("an event as a line", () => {
  it("says when, what, of whom, and what came of it", () => {
    const recorded = {
      about: "sheet",
      event: { kind: "conflicted", at, paths: ["a.ts", "b.ts"], onto: "c1" as never },
    } as const;
    expect(line({ type: "sheet.retrying", sheet: "build", state: "waiting", why: "conflict", recorded })).toBe(
      "1970-01-01T00:00:00.000Z  sheet.retrying           job-1 build  waiting (conflict), a.ts, b.ts",
    );
  });

  it("of the conductor itself names no job", () => {
    const recorded = {
      about: "note",
      event: { kind: "conductor-started", at, version: "1.2.3", pid: 7, epoch: 1 },
    } as const;
    expect(line({ type: "conductor.started", job: null, recorded })).toBe(
      "1970-01-01T00:00:00.000Z  conductor.started        version 1.2.3, process 7",
    );
  });

  it("of a run says its cost, or that the cost is unknown", () => {
    const spent = { inputTokens: 5, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0, usd: 0.25 };
    const cost = (usage: typeof spent | null): string =>
      line({
        type: "job.cost_update",
        sheet: "a",
        state: "waiting",
        why: "retry",
        recorded: { about: "sheet", event: { ...ended, usage } },
      });
    expect(cost(spent)).toMatch(/ {2}job-1 a {2}\$0\.25$/);
    expect(cost(null)).toMatch(/ {2}job-1 a {2}cost unknown$/);
  });

  it("of a parked sheet says the code, what it means, and until when", () => {
    expect(
      line({
        type: "sheet.parked",
        sheet: "a",
        state: "waiting",
        why: "rate-limit",
        recorded: { about: "sheet", event: ended },
      }),
    ).toMatch(
      /waiting \(rate-limit\), E101: the provider limits the rate of requests \(429\), until 1970-01-01T00:00:09\.000Z$/,
    );
  });

  it.each([
    [
      "agent.limited",
      {
        about: "note",
        event: {
          kind: "agent-gate",
          at,
          agent: "claude",
          key: "claude/opus",
          state: "limited",
          until: 9000 as EpochMs,
          code: "E101",
          detail: null,
        },
      },
      "claude/opus, E101: the provider limits the rate of requests, until 1970-01-01T00:00:09.000Z",
    ],
    [
      "agent.open",
      {
        about: "note",
        event: {
          kind: "agent-gate",
          at,
          agent: "claude",
          key: "claude",
          state: "open",
          until: null,
          code: null,
          detail: null,
        },
      },
      "claude",
    ],
    [
      "sheet.playing",
      {
        about: "sheet",
        event: { kind: "playing", at, attempt: 1, agent: "claude (opus)", model: "opus", session: "s1" },
      },
      "claude (opus), session s1",
    ],
    ["sheet.told", { about: "sheet", event: { kind: "told", at, text: "go on" } }, "go on"],
    ["sheet.approved", { about: "sheet", event: { kind: "approved", at } }, "job-1"],
    [
      "sheet.judged",
      {
        about: "sheet",
        event: {
          kind: "judged",
          at,
          verdict: { kind: "judged", results: [] },
          capture: "c" as never,
          base: "b" as never,
          changed: true,
        },
      },
      "0 of 0 validations passed",
    ],
  ] as const satisfies readonly (readonly [TuttiEvent["type"], TuttiEvent["recorded"], string])[])(
    "of type %s says what is worth a word",
    (type, recorded, said) => {
      expect(line({ type, recorded })).toSatisfy((text: string) => text.endsWith(`  ${said}`));
    },
  );

  it("lets no text from others speak to the terminal", () => {
    const recorded = { about: "note", event: { kind: "notice", at, text: "one\n\u001b[31mtwo" } } as const;
    expect(line({ type: "conductor.notice", sheet: "a\u0007", recorded })).toMatch(
      / {2}job-1 a\\u0007 {2}one; \\u001b\[31mtwo$/,
    );
  });
});

describe("types of events", () => {
  it("may be named one by one or by their kind", () => {
    expect(typesNamed([])).toBeUndefined();
    expect(typesNamed(["job.paused", "context"])).toEqual([
      "job.paused",
      "context.created",
      "context.destroyed",
      "context.fallback",
    ]);
  });

  it("that do not exist are refused with those that do", () => {
    expect(() => typesNamed(["sheet.lande"])).toThrow(
      expect.objectContaining({ code: "cli.usage", hint: expect.stringContaining("sheet.landed") as string }),
    );
  });
});
