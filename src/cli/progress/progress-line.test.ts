import { describe, expect, it } from "vitest";
import { listening } from "../../../test/kit/listening.ts";
import { captured, judged, over } from "../../../test/kit/told.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { clock } from "../terminal/prose.ts";
import { progressLine } from "./progress-line.ts";

const at = 1 as EpochMs;
const resetAt = 600_000 as EpochMs;

function line(event: SheetEvent, state: string, why: string | null = null): string | undefined {
  const heard: TuttiEvent = {
    position: 1,
    index: 0,
    type: "sheet.started",
    at,
    job: null,
    sheet: "a",
    title: null,
    state,
    why,
    recorded: { about: "sheet", event },
  };
  return progressLine(listening().terminal, heard, undefined);
}

const ended = (code: "E101" | "E502", detail: string) =>
  over(1, 2, {
    end: { kind: "exited", code: 1 },
    trouble: { code, detail, resetAt: code === "E101" ? resetAt : null },
  });

describe("an event of a sheet, as a line", () => {
  it("has the code of the trouble, and until when the sheet is parked", () => {
    expect(line(ended("E101", "429"), "waiting", "rate-limit")).toBe(
      `a E101: the provider limits the rate of requests (429) → parked until ${clock(resetAt)}`,
    );
    expect(line(ended("E502", "401"), "waiting", "agent")).toMatch(
      /^a E502: .* → waits until a person has seen to its agent$/,
    );
    expect(line(ended("E502", "401"), "waiting", "fallback")).toMatch(/ → goes to its next agent$/);
  });

  it("has what an agent said only in a form that can't speak to the terminal", () => {
    expect(line(ended("E502", "\u001b[31mno"), "waiting", "agent")).not.toContain("\u001b");
    expect(line({ kind: "told", at, text: "\u001bgo on" }, "waiting", "told")).toBe("a is told: \\u001bgo on");
  });

  it("has what a person said and judged", () => {
    const again = { kind: "judged", at, capture: captured, base: captured, changed: true } as const;
    expect(line({ kind: "approved", at }, "captured")).toBe("a approved: its result may land");
    expect(line({ ...again, verdict: judged(true) }, "captured")).toBe("a judged again: captured, 1 validation passed");
    expect(line({ ...again, verdict: judged(true) }, "done")).toBe("a judged again: done, nothing to land");
    expect(line({ ...again, verdict: judged(false) }, "failed", "x")).toBe(
      "a judged again: 1 of 1 validation failed: rule 1: it is red",
    );
  });

  it("is none for a first sign of life, which shows in the row of the sheet", () => {
    expect(
      line({ kind: "playing", at, attempt: 1, agent: "claude", model: null, session: null }, "running"),
    ).toBeUndefined();
  });
});
