import { closeSync, constants, createReadStream, existsSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { makeFolder, run, shell, text } from "../../test/kit/processes.ts";
import { drain } from "./output.ts";
import type { OutputPlan } from "./process.ts";

const fiveMegabytes = 5_000_000;

describe("in memory", () => {
  test("both streams are kept apart and whole", async () => {
    const end = await run(shell("echo out; echo err >&2"));
    expect({ out: text(end), err: end.stderr.toString(), dropped: end.droppedBytes }).toEqual({ out: "out\n", err: "err\n", dropped: 0 });
  });

  test("what is over the cap is dropped, counted and marked, and the program is not held up", async () => {
    const end = await run(shell("head -c 100000 /dev/zero | tr '\\0' x; head -c 7 /dev/zero >&2", { output: { kind: "memory", capBytes: 10 } }));
    expect(end.how).toEqual({ kind: "exited", code: 0 });
    expect(text(end)).toBe(`${"x".repeat(10)}\n[tutti: 99990 bytes dropped]\n`);
    expect(end.stderr.length).toBe(7);
    expect(end.droppedBytes).toBe(99_990);
  });

  test("the last byte of a program that ends at once is there", async () => {
    const end = await run(shell(`head -c ${fiveMegabytes} /dev/zero; printf end`, { output: { kind: "memory", capBytes: fiveMegabytes * 2 } }));
    expect(end.stdout.length).toBe(fiveMegabytes + 3);
    expect(end.stdout.subarray(-3).toString()).toBe("end");
  });
});

describe("in files", () => {
  test("all five megabytes of a program that ends at once are in its file", async () => {
    const plan = filesIn(makeFolder());
    const end = await run(shell(`head -c ${fiveMegabytes} /dev/zero; printf end`, { output: plan }));
    expect(end.stdout.length).toBe(0);
    expect(statSync(plan.stdoutPath).size).toBe(fiveMegabytes + 3);
    expect(readFileSync(plan.stdoutPath).subarray(-3).toString()).toBe("end");
  });

  test("each file is capped and marked by itself", async () => {
    const plan = filesIn(makeFolder(), 4);
    const end = await run(shell("printf 1234567; printf abcd >&2", { output: plan }));
    expect(readFileSync(plan.stdoutPath, "utf8")).toBe("1234\n[tutti: 3 bytes dropped]\n");
    expect(readFileSync(plan.stderrPath, "utf8")).toBe("abcd");
    expect(end.droppedBytes).toBe(3);
  });

  test("the last 64 KiB of stderr are at hand, even past the cap", async () => {
    const plan = filesIn(makeFolder(), 1000);
    const end = await run(shell("head -c 100000 /dev/zero >&2; printf reason >&2", { output: plan }));
    expect(end.stderr.length).toBe(64 * 1024);
    expect(end.stderr.subarray(-6).toString()).toBe("reason");
  });

  test("a log that is already there is begun anew, readable by its owner only", async () => {
    const plan = filesIn(makeFolder());
    writeFileSync(plan.stderrPath, "old");
    await run(shell("echo new", { output: plan }));
    expect(readFileSync(plan.stderrPath, "utf8")).toBe("");
    expect(statSync(plan.stdoutPath).mode & 0o777).toBe(0o600);
  });

  test("where the file cannot be made the program is not started", async () => {
    const folder = makeFolder();
    const end = await run(shell(`touch ${folder}/ran`, { output: { ...filesIn(folder), stderrPath: join(folder, "missing", "err") } }));
    expect(end.how).toEqual({ kind: "not-started", reason: 'the output of "sh" could not be written (ENOENT)' });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("a full disk costs the log, not the run, and the loss is counted", async () => {
    const end = await run(shell("printf 12345; echo fine >&2", { output: { ...filesIn(makeFolder()), stdoutPath: "/dev/full" } }));
    expect(end.how).toEqual({ kind: "exited", code: 0 });
    expect(end.droppedBytes).toBe(5);
    expect(end.stderr.toString()).toBe("fine\n");
  });

  test("a program waits while its file cannot take more", async () => {
    const folder = makeFolder();
    const plan = filesIn(folder);
    await run(shell(`mkfifo ${plan.stdoutPath}`));
    const reader = openSync(plan.stdoutPath, constants.O_RDONLY | constants.O_NONBLOCK);
    const ending = run(shell(`head -c ${fiveMegabytes} /dev/zero; touch ${folder}/done`, { output: plan }));
    for (let others = 0; others < 20; others++) await run(shell("true"));
    expect(existsSync(join(folder, "done"))).toBe(false);
    let received = 0;
    for await (const chunk of createReadStream(plan.stdoutPath)) received += (chunk as Buffer).length;
    expect((await ending).how).toEqual({ kind: "exited", code: 0 });
    expect(received).toBe(fiveMegabytes);
    closeSync(reader);
  });
});

test("while a tap is busy no more is pulled than one buffer", async () => {
  let pulled = 0;
  const stream = new Readable({
    highWaterMark: 1000,
    read() {
      pulled += 100;
      this.push(pulled > 100_000 ? null : Buffer.alloc(100));
    },
  });
  let release = (): void => {};
  const busy = new Promise<void>((resolve) => (release = resolve));
  const drained = drain(stream, { take: () => busy, finish: () => Promise.reject(new Error("not asked for")) }, () => {});
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  expect(pulled).toBeLessThan(3000);
  release();
  await drained;
  expect(pulled).toBeGreaterThan(100_000);
});

function filesIn(folder: string, capBytes = 100_000_000): Extract<OutputPlan, { kind: "files" }> {
  return { kind: "files", stdoutPath: join(folder, "out"), stderrPath: join(folder, "err"), capBytes };
}
