import { expect, test } from "vitest";
import { TuttiError } from "../base/error.ts";
import { checked, ok } from "./check.ts";

const patient = { after: () => () => undefined };

test("a check that fails is a finding, with the hint of what it ran into", async () => {
  const look = (): never => {
    throw new TuttiError("git.too_old", "git 2.39 or newer is needed", {
      audience: "environment",
      hint: "Install a newer git.",
    });
  };
  expect(await checked(patient, "git", look)).toEqual({
    name: "git",
    state: "bad",
    detail: "git 2.39 or newer is needed",
    fix: "Install a newer git.",
  });
});

test("a check that never answers is a finding", async () => {
  const instant = { after: (_: number, call: () => void) => (queueMicrotask(call), () => undefined) };
  const check = await checked(instant, "disk", () => new Promise(() => undefined));
  expect(check).toMatchObject({ state: "bad", detail: "could not be found out within 15 s" });
});

test("the limit is called off when the answer is there", async () => {
  let isCalledOff = false;
  const world = { after: () => () => void (isCalledOff = true) };
  expect(await checked(world, "node", () => ok("24"))).toEqual({ name: "node", state: "ok", detail: "24", fix: null });
  expect(isCalledOff).toBe(true);
});
