import { describe, expect, it } from "vitest";
import type { TuttiEvent } from "../../api/events.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import { makeTerminal } from "../terminal.ts";
import { eventLine } from "./event-line.ts";
import { typesNamed } from "./types-named.ts";

const terminal = makeTerminal({ stdout: { isTTY: false }, stderr: { isTTY: false }, env: {} } as never);
const at = 0 as EpochMs;
const line = (event: Partial<TuttiEvent> & Pick<TuttiEvent, "type" | "recorded">): string =>
  eventLine(terminal, { position: 1, index: 0, at, job: "job-1" as JobId, sheet: null, title: null, state: null, why: null, ...event });

describe("an event as a line", () => {
  it("says when, what, of whom, and what came of it", () => {
    const recorded = { about: "sheet", event: { kind: "conflicted", at, paths: ["a.ts", "b.ts"], onto: "c1" as never } } as const;
    expect(line({ type: "sheet.retrying", sheet: "build", state: "waiting", why: "conflict", recorded })).toBe(
      "1970-01-01T00:00:00.000Z  sheet.retrying           job-1 build  waiting (conflict), a.ts, b.ts",
    );
  });

  it("of the conductor itself names no job", () => {
    const recorded = { about: "note", event: { kind: "conductor-started", at, version: "1.2.3", pid: 7, epoch: 1 } } as const;
    expect(line({ type: "conductor.started", job: null, recorded })).toBe("1970-01-01T00:00:00.000Z  conductor.started        version 1.2.3, process 7");
  });

  it("lets nothing that somebody wrote speak to the terminal", () => {
    const recorded = { about: "note", event: { kind: "notice", at, text: "one\n\u001b[31mtwo" } } as const;
    expect(line({ type: "conductor.notice", sheet: "a\u0007", recorded })).toMatch(/ {2}job-1 a\\u0007 {2}one\\u000a\\u001b\[31mtwo$/);
  });
});

describe("types of events", () => {
  it("may be named one by one or by their kind", () => {
    expect(typesNamed([])).toBeUndefined();
    expect(typesNamed(["job.paused", "context"])).toEqual(["job.paused", "context.created", "context.destroyed", "context.fallback"]);
  });

  it("that do not exist are refused with those that do", () => {
    expect(() => typesNamed(["sheet.lande"])).toThrow(expect.objectContaining({ code: "cli.usage", hint: expect.stringContaining("sheet.landed") as string }));
  });
});
