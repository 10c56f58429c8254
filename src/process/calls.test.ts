import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { clock, makeFolder, shell } from "../../test/kit/processes.ts";
import { onBehalfOf, onBehalfOfSheet } from "../base/home/on-behalf.ts";
import type { JobId, SheetId } from "../base/ids.ts";
import { makeCalls } from "./calls.ts";
import { processGroup } from "./tree/containment.ts";
import { converse } from "./run/converse.ts";
import { makeRunProcess } from "./run/run.ts";

function setUp() {
  const calls = makeCalls(clock);
  const pipe = join(makeFolder(), "pipe");
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", pipe]);
  return { calls, pipe, run: makeRunProcess({ containment: processGroup, owner: "home.1", clock, calls }) };
}

const env = { PATH: process.env["PATH"] ?? "" };

test("a program is known with its job from its start to its end", async () => {
  const { calls, run, pipe } = setUp();
  const abort = new AbortController();
  const ending = onBehalfOf("a-job" as JobId, () =>
    run(shell(`cat ${pipe}`, { limits: { cancel: abort.signal, graceMs: 50 } })),
  );
  await vi.waitFor(() => expect(calls.list()).toMatchObject([{ what: "sh", role: "work", job: "a-job" }]), {
    timeout: 300_000,
  });
  abort.abort();
  await ending;
  expect(calls.list()).toEqual([]);
});

test("programs are kept with their sheet while a trace is open, and only then", async () => {
  const { calls, run } = setUp();
  await run(shell("true"));
  const number = calls.tracer.begin();
  await onBehalfOfSheet("a-job" as JobId, "a" as SheetId, () => run(shell("true")));
  const traced = calls.tracer.end(number);
  expect(traced?.processes).toMatchObject([{ what: "sh", job: "a-job", sheet: "a" }]);
  expect(traced?.cpu.length).toBeGreaterThan(0);
  await run(shell("true"));
  expect([calls.tracer.isOpen(), calls.tracer.end(number)]).toEqual([false, undefined]);
});

test.skipIf(process.platform !== "linux")(
  "nothing but a git that does nothing is left: no caller needs to wait for it, and it ends when it is asked to",
  async () => {
    const { calls, run, pipe } = setUp();
    const argv = ["git", "-c", "core.quotePath=false", "hash-object", pipe] as const;
    const ending = run({ argv, cwd: "/", env, output: { kind: "memory", capBytes: 1000 }, tree: "group", role: "git" });
    await vi.waitFor(() => expect(calls.list()).toMatchObject([{ what: "git hash-object", job: null }]), {
      timeout: 300_000,
    });
    expect(calls.isStuck()).toBe(false);
    await vi.waitFor(() => expect(calls.isStuck()).toBe(true), { timeout: 300_000 });
    calls.endGit();
    expect((await ending).how).toEqual({ kind: "signalled", signal: "SIGTERM" });
  },
);

test("a program that is talked to is waited for only while it owes an answer, and only then may it be idle for too long", async () => {
  const { calls, run } = setUp();
  let heard = "";
  const argv = ["sh", "-c", 'read -r line; echo "$line"; read -r line; sleep 600'] as const;
  const talk = converse(
    run,
    { argv, cwd: "/", env, role: "git", limits: { idleMs: 400 } },
    (chunk) => (heard += chunk.toString()),
  );
  talk.say("one\n");
  await vi.waitFor(() => expect(heard).toBe("one\n"), { timeout: 300_000 });
  talk.awaits(false);
  await run(shell("sleep 1"));
  expect(calls.list()).toEqual([]);
  talk.awaits(true);
  talk.say("two\n");
  expect((await talk.over).how).toEqual({ kind: "idle" });
});
