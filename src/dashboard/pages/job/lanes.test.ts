import { describe, expect, it } from "vitest";
import type { EpochMs } from "../../../base/ids.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";
import { endOf, timeBy } from "./lanes.ts";
import { asApproved, beginOf, type Span, stretchAfter, withSpan } from "../../../api/contract/timeline.ts";

/** `kind at state`, for one sheet. */
function life(...told: readonly string[]): readonly Span[] {
  return told.reduce<readonly Span[]>(
    (spans, line) => {
      const [kind, at, state = null] = line.split(" ");
      const event = { kind, at: Number(at) } as unknown as SheetEvent;
      return withSpan(spans, stretchAfter(event, state), Number(at) as EpochMs);
    },
    [["waiting", 0 as EpochMs]],
  );
}
const words = (spans: readonly Span[]): string => spans.map((span) => span.join(" ")).join(", ");

describe("the life of a sheet", () => {
  it("goes from waiting to landed, each part from the moment it began", () => {
    const told = life(
      "started 10",
      "placed 12",
      "playing 13",
      "validating 30",
      "ended 35 captured",
      "landing 40",
      "landed 42 landed",
    );
    expect(words(told)).toBe("waiting 0, preparing 10, agent 12, validating 30, queue 35, landing 40, good 42");
    expect([beginOf(told), endOf(told)]).toEqual([10, 42]);
    const times = { waiting: 10, preparing: 2, agent: 18, queue: 5, landing: 2 };
    expect(Object.fromEntries(timeBy([told], 99))).toMatchObject(times);
  });

  it("waits again between attempts, and ends where it failed", () => {
    const told = life("started 1", "ended 3 waiting", "started 8", "ended 9 failed");
    expect(words(told)).toBe("waiting 0, preparing 1, waiting 3, preparing 8, bad 9");
  });

  it("waits for a person where its score or a hold says so, and for its turn after that", () => {
    expect(words(asApproved(life("ended 5 captured"), false))).toBe("waiting 0, person 5");
    expect(words(life("ended 5 captured", "held 6 captured", "approved 9 captured"))).toBe(
      "waiting 0, queue 5, person 6, queue 9",
    );
  });

  it("waits until now when nothing happened to it", () => {
    expect([beginOf(life()), endOf(life()), timeBy([life()], 7).get("waiting")]).toEqual([null, null, 7]);
  });
});
