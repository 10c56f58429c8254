import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { makeFolder, run, shell, text } from "../../../test/kit/processes.ts";
import { logPartsAmong } from "../../base/log-parts.ts";
import { drain } from "./taps.ts";
import type { Cleaner, OutputPlan, ProcessRequest } from "../process.ts";

const fiveMegabytes = 5_000_000;

describe("in memory", () => {
  test("both streams are kept apart and whole", async () => {
    const end = await run(shell("echo out; echo err >&2"));
    expect({ out: text(end), err: end.stderr.toString(), dropped: end.droppedBytes }).toEqual({
      out: "out\n",
      err: "err\n",
      dropped: 0,
    });
  });

  test("output over the cap is dropped, counted and marked, and the program is not held up", async () => {
    const end = await run(
      shell("head -c 100000 /dev/zero | tr '\\0' x; head -c 7 /dev/zero >&2", {
        output: { kind: "memory", capBytes: 10 },
      }),
    );
    expect(end.how).toEqual({ kind: "exited", code: 0 });
    expect(text(end)).toBe(`${"x".repeat(10)}\n[tutti: 99990 bytes dropped]\n`);
    expect(end.stderr.length).toBe(7);
    expect(end.droppedBytes).toBe(99_990);
  });

  test("the last byte of a program that ends at once is there", async () => {
    const end = await run(
      shell(`head -c ${fiveMegabytes} /dev/zero; printf end`, {
        output: { kind: "memory", capBytes: fiveMegabytes * 2 },
      }),
    );
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

  test("a log over its cap keeps its beginning and its end, each file by itself; the middle is dropped and counted", async () => {
    const folder = makeFolder();
    const plan = filesIn(folder, 400);
    const end = await run(
      shell("i=100; while [ $i -lt 600 ]; do echo $i; i=$((i + 1)); done; printf abcd >&2", { output: plan }),
    );
    const kept = readdirSync(folder).filter((name) => name.startsWith("out.from-"));
    const tail = logPartsAmong(plan.stdoutPath, kept)
      .map(({ path }) => readFileSync(path, "utf8"))
      .join("");
    expect(readFileSync(plan.stdoutPath, "utf8")).toBe(numbers(100, 150));
    expect(tail.length).toBeGreaterThanOrEqual(100);
    expect(tail.length).toBeLessThanOrEqual(200);
    expect(numbers(100, 600).endsWith(tail)).toBe(true);
    expect(logPartsAmong(plan.stdoutPath, kept)[0]?.from).toBe(2000 - tail.length);
    expect(end.droppedBytes).toBe(2000 - 200 - tail.length);
    expect(readFileSync(plan.stderrPath, "utf8")).toBe("abcd");
  });

  test("both streams can share a file, as they come, within one cap", async () => {
    const folder = makeFolder();
    const { stderrPath: _, ...plan } = filesIn(folder, 400);
    const end = await run(shell("echo one; echo two >&2; echo three; printf 4 >&2", { output: plan }));
    expect(readdirSync(folder)).toEqual(["out"]);
    expect(readFileSync(plan.stdoutPath, "utf8").split("\n").toSorted()).toEqual(
      ["4", "one", "three", "two"].toSorted(),
    );
    expect([end.stderr.toString(), end.droppedBytes]).toEqual(["two\n4", 0]);
    const loud = await run(shell("yes | head -n 500 >&2; yes | head -n 500", { output: plan }));
    expect(readdirSync(folder).length).toBeGreaterThan(1);
    expect(loud.droppedBytes).toBeGreaterThanOrEqual(2000 - 400);
  });

  test("one chunk many times the cap is no different", async () => {
    const folder = makeFolder();
    const plan = filesIn(folder, 4);
    const end = await run(shell("printf 1234567", { output: plan }));
    expect(readdirSync(folder).sort()).toEqual(["err", "out", "out.from-5", "out.from-6"]);
    expect(["out", "out.from-5", "out.from-6"].map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([
      "12",
      "6",
      "7",
    ]);
    expect(end.droppedBytes).toBe(3);
  });

  test("the parts of an earlier log go when it is begun anew, and one that an agent put in the way costs only the log", async () => {
    const folder = makeFolder();
    const plan = filesIn(folder, 4);
    writeFileSync(join(folder, "out.from-99"), "old");
    writeFileSync(join(folder, "precious"), "precious");
    const end = await run(shell(`ln -s ${folder}/precious ${folder}/out.from-2; printf 123`, { output: plan }));
    expect(existsSync(join(folder, "out.from-99"))).toBe(false);
    expect(readFileSync(join(folder, "precious"), "utf8")).toBe("precious");
    expect([end.how, end.droppedBytes]).toEqual([{ kind: "exited", code: 0 }, 1]);
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
    const end = await run(
      shell(`touch ${folder}/ran`, { output: { ...filesIn(folder), stderrPath: join(folder, "missing", "err") } }),
    );
    expect(end.how).toEqual({ kind: "not-started", reason: 'the output of "sh" could not be written (ENOENT)' });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("a full disk costs the log, not the run, and the loss is counted", async () => {
    const end = await run(
      shell("printf 12345; echo fine >&2", { output: { ...filesIn(makeFolder()), stdoutPath: "/dev/full" } }),
    );
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
  const drained = drain(stream, () => busy);
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  expect(pulled).toBeLessThan(3000);
  release();
  await drained;
  expect(pulled).toBeGreaterThan(100_000);
});

describe("cleaned", () => {
  /** Holds the last byte back, and shouts. */
  const shouting = (): Cleaner => {
    let held = Buffer.alloc(0);
    return {
      push: (chunk) => {
        const all = Buffer.concat([held, chunk]);
        held = all.subarray(-1);
        return Buffer.from(all.subarray(0, -1).toString("latin1").toUpperCase(), "latin1");
      },
      end: () => Buffer.from(`${held.toString("latin1").toUpperCase()}!`, "latin1"),
    };
  };

  test("nothing is written, kept or told that the cleaner did not give, and what it held back comes at the end", async () => {
    const plan = filesIn(makeFolder());
    const lines: string[] = [];
    const output = {
      ...plan,
      cleaner: shouting,
      onLine: (stream: string, line: string) => lines.push(`${stream}: ${line}`),
    };
    const end = await run(shell("printf 'one\\ntwo'; printf three >&2", { output }));
    expect(readFileSync(plan.stdoutPath, "utf8")).toBe("ONE\nTWO!");
    expect(readFileSync(plan.stderrPath, "utf8")).toBe("THREE!");
    expect(end.stderr.toString()).toBe("THREE!");
    expect(lines.sort()).toEqual(["stderr: THREE!", "stdout: ONE", "stdout: TWO!"]);
  });

  test("in memory too, with a cleaner for each stream", async () => {
    const end = await run(
      shell("printf one; printf two >&2", { output: { kind: "memory", capBytes: 100, cleaner: shouting } }),
    );
    expect([text(end), end.stderr.toString()]).toEqual(["ONE!", "TWO!"]);
  });

  test("a cleaner that fails lets nothing through, and the program ends before the fault is told", async () => {
    const folder = makeFolder();
    const plan = filesIn(folder);
    const broken = (): Cleaner => ({
      push: () => {
        throw new Error("broken");
      },
      end: () => Buffer.from("rest"),
    });
    await expect(
      run(shell(`head -c 1000000 /dev/zero; touch ${folder}/done`, { output: { ...plan, cleaner: broken } })),
    ).rejects.toThrow("broken");
    expect(existsSync(join(folder, "done"))).toBe(true);
    expect(statSync(plan.stdoutPath).size).toBe(0);
  });
});

describe("lines", () => {
  async function linesOf(script: string, more: Partial<ProcessRequest> = {}): Promise<string[]> {
    const lines: string[] = [];
    await run(
      shell(script, {
        ...more,
        output: { ...filesIn(makeFolder(), 100), onLine: (stream, line) => lines.push(`${stream} ${line}`) },
      }),
    );
    return lines;
  }

  test("come whole and in order, for any cap of the file, also the last one without an end", async () => {
    const lines = await linesOf("i=0; while [ $i -lt 500 ]; do echo $i; i=$((i + 1)); done; printf 'the\\r\\n\\nend'");
    expect(lines).toEqual([
      ...Array.from({ length: 500 }, (_, index) => `stdout ${String(index)}`),
      "stdout the",
      "stdout ",
      "stdout end",
    ]);
  });

  test("characters are not cut where a chunk was", async () => {
    expect(await linesOf("printf 'a\\342'; printf '\\202\\254b\\n\\377\\n'")).toEqual(["stdout a€b", "stdout �"]);
  });

  test("one that is too long is cut and marked", async () => {
    const [line, next] = await linesOf("head -c 1048575 /dev/zero | tr '\\0' x; printf 'é more\\nnext\\n'");
    expect(line).toBe(`stdout ${"x".repeat(1_048_575)} [tutti: the line is cut here, 6 bytes more]`);
    expect(next).toBe("stdout next");
  });

  test("a reader that fails does not stop the program", async () => {
    const folder = makeFolder();
    const onLine = (): void => {
      throw new Error("cannot read");
    };
    await expect(
      run(shell(`echo a; touch ${folder}/done`, { output: { ...filesIn(folder), onLine } })),
    ).rejects.toThrow("cannot read");
    expect(existsSync(join(folder, "done"))).toBe(true);
  });
});

/** One to a line, all of three digits. */
function numbers(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => `${String(from + index)}\n`).join("");
}

function filesIn(
  folder: string,
  capBytes = 100_000_000,
): Extract<OutputPlan, { kind: "files" }> & { readonly stderrPath: string } {
  return { kind: "files", stdoutPath: join(folder, "out"), stderrPath: join(folder, "err"), capBytes };
}
