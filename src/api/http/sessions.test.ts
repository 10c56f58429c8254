import { expect, it } from "vitest";
import { makeSessions } from "./sessions.ts";

const minuteMs = 60_000;

it("an invitation lets one browser in, once, within five minutes", () => {
  let now = 0;
  const sessions = makeSessions(() => now);
  const [first, second] = [sessions.invite(), sessions.invite()];
  const token = sessions.enter(first);
  expect(sessions.find(token ?? "")?.csrf).toHaveLength(43);
  expect(sessions.enter(first)).toBeNull();
  now = 5 * minuteMs + 1;
  expect(sessions.enter(second)).toBeNull();
  expect(sessions.enter("anything")).toBeNull();
});

it("an unused session ends after a day, and its listeners are told", () => {
  let now = 0;
  const sessions = makeSessions(() => now);
  const token = sessions.enter(sessions.invite()) ?? "";
  let ends = 0;
  sessions.find(token)?.onEnd.add(() => (ends += 1));
  now += 23 * 60 * minuteMs;
  expect(sessions.find(token)).not.toBeNull();
  now += 25 * 60 * minuteMs;
  expect([sessions.find(token), ends]).toEqual([null, 1]);
});

it("many invitations and sessions push the oldest out, so memory stays bounded", () => {
  const sessions = makeSessions(() => 0);
  const first = sessions.invite();
  for (let count = 0; count < 20; count += 1) sessions.invite();
  expect(sessions.enter(first)).toBeNull();
  const tokens = Array.from({ length: 51 }, () => sessions.enter(sessions.invite()) ?? "");
  expect(tokens.map((token) => sessions.find(token) !== null).indexOf(true)).toBe(1);
});
