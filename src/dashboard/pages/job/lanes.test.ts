import { describe, expect, it } from "vitest";
import type { TuttiEvent } from "../../../api/contract/events.ts";
import { endOf, lanesOf, startOf, timeBy } from "./lanes.ts";

/** `kind at state`, for one sheet. */
function events(...told: readonly string[]): readonly TuttiEvent[] {
  return told.map((line, position) => {
    const [kind, at, state = null] = line.split(" ");
    const recorded = { about: "sheet", event: { kind, at: Number(at) } };
    return {
      position,
      index: 0,
      type: "sheet.started",
      at: Number(at),
      job: "j",
      sheet: "a",
      title: "",
      state,
      why: null,
      recorded,
    };
  }) as unknown as readonly TuttiEvent[];
}

const lane = (told: readonly TuttiEvent[], isApproved?: boolean) =>
  lanesOf(told, [{ id: "a", ...(isApproved === undefined ? {} : { isApproved }) }], 0).get("a") ?? [];
const words = (spans: ReturnType<typeof lane>): string => spans.map(({ what, from }) => `${what} ${from}`).join(", ");

describe("the lane of a sheet", () => {
  it("goes from waiting to landed, each part from the moment it began", () => {
    const told = events(
      "started 10",
      "placed 12",
      "playing 13",
      "validating 30",
      "ended 35 captured",
      "landing 40",
      "landed 42 landed",
    );
    expect(words(lane(told))).toBe("waiting 0, preparing 10, agent 12, validating 30, queue 35, landing 40, good 42");
    expect([startOf(lane(told)), endOf(lane(told))]).toEqual([10, 42]);
    expect(Object.fromEntries(timeBy([lane(told)], 99))).toMatchObject({
      waiting: 10,
      preparing: 2,
      agent: 18,
      queue: 5,
      landing: 2,
    });
  });

  it("waits again between attempts, and ends where it failed", () => {
    const told = events("started 1", "ended 3 waiting", "started 8", "ended 9 failed");
    expect(words(lane(told))).toBe("waiting 0, preparing 1, waiting 3, preparing 8, bad 9");
  });

  it("waits for a person where its score or a hold says so, and for its turn after that", () => {
    expect(words(lane(events("ended 5 captured"), false))).toBe("waiting 0, person 5");
    expect(words(lane(events("ended 5 captured", "held 6 captured", "approved 9 captured")))).toBe(
      "waiting 0, queue 5, person 6, queue 9",
    );
  });

  it("that nothing happened to waits until now", () => {
    expect([startOf(lane([])), endOf(lane([])), timeBy([lane([])], 7).get("waiting")]).toEqual([null, null, 7]);
  });
});
