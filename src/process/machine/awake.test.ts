import { expect, test } from "vitest";
import { makeTime } from "../../../test/kit/time.ts";
import { afterAwake } from "./awake.ts";

test("a wait is over after so much time awake, not before, and once", () => {
  const time = makeTime();
  let calls = 0;
  afterAwake(time.clock, 5000, () => calls++);
  time.pass(4999);
  expect(calls).toBe(0);
  time.pass(1);
  expect(calls).toBe(1);
  time.pass(60_000);
  expect(calls).toBe(1);
});

test("who slept through the end of a wait still waits for what was left of it", () => {
  const time = makeTime();
  let calls = 0;
  afterAwake(time.clock, 5000, () => calls++);
  time.pass(4000);
  time.sleep(3_600_000);
  time.pass(999);
  expect(calls).toBe(0);
  time.pass(1);
  expect(calls).toBe(1);
});

test("a wait that was called off is never over", () => {
  const time = makeTime();
  let calls = 0;
  const callOff = afterAwake(time.clock, 5000, () => calls++);
  time.pass(2500);
  callOff();
  time.pass(60_000);
  expect(calls).toBe(0);
});
