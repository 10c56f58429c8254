import { expect, test } from "vitest";
import type { EpochMs } from "../base/ids.ts";
import type { Channel } from "../config/notifications/channels.ts";
import type { Topic } from "../score/notifications/wish.ts";
import type { Delivery } from "../store/delivery.ts";
import { attempted, compose, dueNow, settled } from "./compose.ts";
import { messageOf } from "./message.ts";
import type { News } from "./news.ts";

const common = { for: "all", title: null, text: null } as const;
const ops: Channel = { ...common, name: "ops", type: "command", command: ["true"], on: ["failed", "sheet_failed"] };
const quiet: Channel = { ...ops, name: "quiet", for: "asked" };
const at = (ms: number): EpochMs => ms as EpochMs;

function news(position: number, topics: readonly Topic[], wishes: News["wishes"] = []): News {
  const job = { id: "j-1", name: "nightly" };
  return { topics, wishes, at: at(position), position, job, sheet: null, text: `event ${String(position)}` };
}

function composed(all: readonly News[], { waiting = [], channels = [ops] }: Partial<Given> = {}): readonly Delivery[] {
  return compose(waiting, all, { settings: { groupMs: 10_000, channels }, now: at(1_000) });
}

interface Given {
  readonly waiting: readonly Delivery[];
  readonly channels: readonly Channel[];
}

test("ten failures within a window are one message, with each of them in it", () => {
  const failures = Array.from({ length: 10 }, (_, index) => news(index + 1, ["sheet_failed"]));
  const [delivery, ...more] = composed(failures);
  expect(more).toEqual([]);
  expect(delivery).toMatchObject({ id: "ops-1", dueAt: 11_000, count: 10, attempts: 0 });
  const message = messageOf(delivery as Delivery, ops);
  expect(message.title).toBe("nightly: 10 sheets failed");
  expect(message.text.split("\n")).toEqual([...failures.map(({ text }) => text), "tutti status j-1"]);
});

test("later events join a message that was never tried, and none that a receiver may have already", () => {
  const [first] = composed([news(1, ["failed"])]) as [Delivery];
  expect(composed([news(2, ["failed"])], { waiting: [first] })).toMatchObject([{ id: "ops-1", count: 2 }]);
  expect(composed([news(2, ["failed"])], { waiting: [attempted(first)] })).toMatchObject([{ id: "ops-2", count: 1 }]);
});

test("a channel reports its topics, of every job; a score adds to them, and only it reaches a channel that must be asked", () => {
  const channels = [ops, quiet];
  expect(composed([news(1, ["landed"])], { channels })).toEqual([]);
  const asks = [{ to: { channel: "quiet" }, on: ["landed"] }] as const;
  expect(composed([news(1, ["landed"], asks)], { channels })).toMatchObject([{ channel: "quiet" }]);
  const byType = [{ to: { type: "command" }, on: ["landed"] }] as const;
  expect(composed([news(1, ["landed"], byType)], { channels }).map(({ channel }) => channel)).toEqual(["ops", "quiet"]);
});

test("an event that is two topics is told once", () => {
  const both: Channel = { ...ops, on: ["needs_person", "cost"] };
  const told = composed([news(1, ["cost", "needs_person"])], { channels: [both] });
  expect(told).toMatchObject([{ count: 1, items: [{ topic: "cost" }] }]);
});

test("a score may ask for the desktop without any settings", () => {
  const asks = [{ to: { type: "desktop" }, on: ["finished"] }] as const;
  expect(composed([news(1, ["finished"], asks)], { channels: [] })).toMatchObject([{ channel: "desktop" }]);
});

test("a message whose sending was cut off is refused for the first time: the pause is short, and the attempt counts", () => {
  const [delivery] = composed([news(1, ["failed"])]) as [Delivery];
  const cutOff = attempted(attempted(delivery));
  const refused = settled(attempted(cutOff), { why: "the server answers 503", isLasting: false }, at(0));
  expect(refused).toMatchObject({ state: "waiting", attempts: 3, refused: 1, dueAt: 5_000 });
});

test("a message is tried eight times with growing pauses, then given up and kept; a refusal for good is not repeated", () => {
  let [delivery] = composed([news(1, ["failed"])]) as [Delivery];
  const pauses: number[] = [];
  while (delivery.state === "waiting") {
    delivery = settled(attempted(delivery), { why: "the server answers 503", isLasting: false }, at(0));
    if (delivery.state === "waiting") pauses.push(delivery.dueAt / 1_000);
  }
  expect(pauses).toEqual([5, 30, 120, 600, 1_800, 3_600, 7_200]);
  expect(delivery).toMatchObject({ state: "failed", attempts: 8, problem: "the server answers 503", count: 1 });
  const [fresh] = composed([news(1, ["failed"])]) as [Delivery];
  expect(settled(attempted(fresh), { why: "the server answers 404", isLasting: true }, at(0)).state).toBe("failed");
  expect(settled(attempted(fresh), null, at(7))).toMatchObject({ state: "sent", endedAt: 7, problem: null });
});

test("a channel gets its messages one at a time, in order", () => {
  const [first] = composed([news(1, ["failed"])]) as [Delivery];
  const waits = settled(attempted(first), { why: "", isLasting: false }, at(1_000));
  const [second] = composed([news(2, ["failed"])], { waiting: [waits] }) as [Delivery];
  expect(dueNow([waits, second], at(5_999))).toEqual([]);
  expect(dueNow([waits, second], at(11_000))).toEqual([waits]);
});

test("templates are the user's; one that is wrong loses no message", () => {
  const [delivery] = composed([news(1, ["failed"])]) as [Delivery];
  const text = "{% for event in events %}{{ event.topic }} in {{ event.name }}{% endfor %}";
  expect(messageOf(delivery, { title: "{{ count }} for you", text })).toMatchObject({
    title: "1 for you",
    text: "failed in nightly",
  });
  expect(messageOf(delivery, { title: null, text: "{{ nobody }}" }).text).toMatch(
    /^event 1\ntutti status j-1\nThe template of this channel is wrong: .*nobody/,
  );
});
