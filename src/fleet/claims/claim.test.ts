import { expect, test } from "vitest";
import type { JobId, SheetId } from "../../base/ids.ts";
import { type FleetWorker, claimRef, isLost, slotsOf } from "./claim.ts";
import { isAttemptFile } from "./messages.ts";
import { askedBy } from "../git/asked.ts";

const leaseMs = 4_000;

test("a worker that is silent beyond its lease is given up", () => {
  expect(isLost({ silentMs: 4_001 }, { leaseMs, watchingMs: 60_000 })).toBe(true);
  expect(isLost({ silentMs: 4_000 }, { leaseMs, watchingMs: 60_000 })).toBe(false);
});

test("a conductor that has just begun to listen, or was deaf itself, gives no worker up", () => {
  expect(isLost({ silentMs: 60_000 }, { leaseMs, watchingMs: 4_000 })).toBe(false);
});

test("only workers that are heard and active lend their slots", () => {
  const worker = (more: Partial<FleetWorker>): FleetWorker => ({
    ...{ name: "a", state: "active", labels: [], slots: 4, version: null, silentMs: 10 },
    ...more,
  });
  const workers = [worker({}), worker({ state: "cordoned" }), worker({ silentMs: 5_000 }), worker({ silentMs: null })];
  expect(slotsOf(workers, { leaseMs })).toBe(4);
});

test("the ref of a claim names its attempt and its epoch, for any name of a sheet", () => {
  const name = { job: "job-1" as JobId, attempt: 2, epoch: 17 };
  expect(claimRef({ ...name, sheet: "parser" as SheetId })).toBe("refs/tutti/job-1/parser/2-17");
  expect(claimRef({ ...name, sheet: "../x y" as SheetId })).toMatch(/^refs\/tutti\/job-1\/[\w-]+\/2-17$/);
});

test.each(["stdout.log", "validations/1-a.log", "judge/prompt.md"])("a worker may write the file %s", (path) => {
  expect(isAttemptFile(path)).toBe(true);
});

test.each(["../x", "a/../../x", "/etc/passwd", "a//b", "", ".", "a/./b", "a\0b", "a/b/c/d/e"])(
  "a worker may not write the file %j",
  (path) => {
    expect(isAttemptFile(path)).toBe(false);
  },
);

test("git is served for claims, and nothing else is", () => {
  expect(askedBy("GET", "/git/7/info/refs?service=git-upload-pack")).toEqual({
    epoch: 7,
    service: "git-upload-pack",
    isAdvertised: true,
  });
  expect(askedBy("POST", "/git/7/git-receive-pack")?.service).toBe("git-receive-pack");
  const others = ["/git/7/HEAD", "/git/x/git-upload-pack", "/git/7/../8/git-upload-pack", "/git/7/git-upload-archive"];
  expect(others.map((url) => askedBy("POST", url))).toEqual(others.map(() => null));
  expect(askedBy("GET", "/git/7/git-receive-pack")).toBeNull();
});
