import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listening } from "../../../test/kit/listening.ts";
import { makeWaiting } from "./waiting.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a person sees what happens now and for how long, after half a second, and nothing of it stays", () => {
  const { terminal, err } = listening();
  const waiting = makeWaiting({ ...terminal, isLive: true });
  waiting.begin("eslint");
  vi.advanceTimersByTime(400);
  expect(err).toEqual([]);
  vi.advanceTimersByTime(3000);
  expect(err.at(-1)).toContain("eslint  3 s");
  waiting.begin("tsc");
  waiting.say("eslint: 2 findings");
  waiting.end("eslint");
  expect(err.at(-1)).toContain("eslint: 2 findings");
  vi.advanceTimersByTime(1000);
  expect(err.at(-1)).toMatch(/^(?!.*eslint).*tsc {2}1 s/s);
  const before = err.length;
  waiting.close();
  vi.advanceTimersByTime(1000);
  expect(err.length).toBe(before + 1);
});

it("where no person watches only lines that stay are said", () => {
  const { terminal, err } = listening();
  const waiting = makeWaiting(terminal);
  waiting.begin("eslint");
  vi.advanceTimersByTime(3000);
  waiting.say("eslint: 2 findings");
  waiting.close();
  expect(err).toEqual(["eslint: 2 findings"]);
});
