import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clock, findNamespaces, makeFolder, run, runIn, shell, text } from "../../../test/kit/processes.ts";
import { withPatience } from "./patience.ts";
import type { HowEnded } from "../process.ts";
import { startProcess } from "./start.ts";

const namespaces = await findNamespaces();

describe("input", () => {
  test("is empty when none is given", async () => {
    expect(text(await run(shell("cat; echo end")))).toBe("end\n");
  });

  test("can be a text, bytes or a file", async () => {
    const path = join(makeFolder(), "in");
    writeFileSync(path, "from a file");
    expect(text(await run(shell("cat", { stdin: "a text: ü" })))).toBe("a text: ü");
    expect((await run(shell("cat", { stdin: new Uint8Array([0, 255, 10]) }))).stdout).toEqual(
      Buffer.from([0, 255, 10]),
    );
    expect(text(await run(shell("cat", { stdin: { path } })))).toBe("from a file");
  });

  test("from a file can be opened again by name", async () => {
    const path = join(makeFolder(), "in");
    writeFileSync(path, "again");
    expect(text(await run(shell("cat /dev/stdin", { stdin: { path } })))).toBe("again");
  });

  test("without a reader does no harm", async () => {
    const end = await run(shell("exit 3", { stdin: "x".repeat(5_000_000) }));
    expect(end.how).toEqual({ kind: "exited", code: 3 });
  });

  test("that is missing keeps the program from starting", async () => {
    const end = await run(shell("true", { stdin: { path: "/nonexistent/in" } }));
    expect(end.how).toEqual({ kind: "not-started", reason: 'the input of "sh" could not be opened (ENOENT)' });
  });

  for (const { title, containment } of namespaces) {
    test.skipIf(containment === null)(`goes through ${title}`, async () => {
      const end = await runIn(containment!)(shell("cat", { stdin: "inside", tree: "contained" }));
      expect(text(end)).toBe("inside");
    });
  }
});

describe("a program that cannot be started is an outcome that names it", () => {
  const ways = [
    { title: "in a group", containment: null as (typeof namespaces)[number]["containment"], skip: false },
    ...namespaces.map((way) => ({ ...way, skip: way.containment === null })),
  ];
  for (const { title, containment, skip } of ways) {
    const start = (argv: [string, ...string[]], cwd = "/"): Promise<HowEnded> => {
      const tree = containment === null ? "group" : "contained";
      const runner = containment === null ? run : runIn(containment);
      return runner({ ...shell("", { cwd, tree }), argv }).then((end) => end.how);
    };

    test.skipIf(skip)(`missing (${title})`, async () => {
      expect(await start(["no-such-program"])).toEqual({
        kind: "not-started",
        reason: 'there is no program "no-such-program" on the PATH',
      });
      expect(await start(["/no/such/program"])).toEqual({
        kind: "not-started",
        reason: 'there is no program "/no/such/program", or the interpreter it names is missing',
      });
    });

    test.skipIf(skip)(`not executable (${title})`, async () => {
      const file = join(makeFolder(), "plain");
      writeFileSync(file, "#!/bin/sh\n");
      chmodSync(file, 0o644);
      expect(await start([file])).toEqual({
        kind: "not-started",
        reason: `${JSON.stringify(file)} may not be run: permission denied`,
      });
    });

    test.skipIf(skip)(`arguments too large (${title})`, async () => {
      expect(await start(["true", "x".repeat(3_000_000)])).toEqual({
        kind: "not-started",
        reason: 'the arguments and environment for "true" are larger than this system allows',
      });
    });

    test.skipIf(skip)(`a null byte in an argument (${title})`, async () => {
      expect(await start(["true", "a\0b"])).toEqual({
        kind: "not-started",
        reason: '"true" could not be started: an argument or variable holds a null byte',
      });
    });

    test.skipIf(skip)(`no such folder (${title})`, async () => {
      expect(await start(["true"], "/no/such/folder")).toEqual({
        kind: "not-started",
        reason: '"true" could not be started: there is no folder /no/such/folder',
      });
    });

    test.skipIf(skip)(`a name is never taken for a built-in of a shell (${title})`, async () => {
      expect(await start(["exit"])).toMatchObject({ kind: "not-started" });
    });
  }

  const containment = namespaces.find((way) => way.containment !== null)?.containment ?? null;
  test.skipIf(containment === null)(
    "an empty entry in the PATH does not run what lies in the working folder",
    async () => {
      const folder = makeFolder();
      writeFileSync(join(folder, "trap"), `#!/bin/sh\ntouch ${folder}/sprung\n`, { mode: 0o755 });
      const request = {
        ...shell("", { cwd: folder, tree: "contained", env: { PATH: ":/bin" } }),
        argv: ["trap"] as [string],
      };
      expect((await runIn(containment!)(request)).how.kind).toBe("not-started");
      expect(existsSync(join(folder, "sprung"))).toBe(false);
    },
  );
});

test("a start that waited through a cancel does not happen", async () => {
  const request = shell("true", { limits: { cancel: AbortSignal.abort() } });
  expect(await startProcess({ request, argv: request.argv, env: request.env, clock, onAwaits: () => {} })).toEqual({
    kind: "cancelled",
  });
});

describe("a shortage", () => {
  const instant = { ticks: () => 0, after: (_: number, call: () => void) => (queueMicrotask(call), () => {}) };

  test("that passes is waited out", async () => {
    let tries = 0;
    const result = await withPatience(instant, () => {
      if (++tries < 3) throw Object.assign(new Error("full"), { code: "EMFILE" });
      return "started";
    });
    expect({ result, tries }).toEqual({ result: "started", tries: 3 });
  });

  test("that lasts is reported in the end; any other refusal at once", async () => {
    let tries = 0;
    const refuse = (code: string) => () => {
      tries++;
      throw Object.assign(new Error(code), { code });
    };
    await expect(withPatience(instant, refuse("EAGAIN"))).rejects.toThrow("EAGAIN");
    expect(tries).toBe(9);
    await expect(withPatience(instant, refuse("ENOENT"))).rejects.toThrow("ENOENT");
    expect(tries).toBe(10);
  });

  test("is waited out for half a minute", async () => {
    let waitedMs = 0;
    const counting = {
      ticks: () => 0,
      after: (delayMs: number, call: () => void) => {
        waitedMs += delayMs;
        queueMicrotask(call);
        return () => {};
      },
    };
    const refuse = (): never => {
      throw Object.assign(new Error("full"), { code: "EMFILE" });
    };
    await expect(withPatience(counting, refuse)).rejects.toThrow("full");
    expect(Math.round(waitedMs / 1_000)).toBe(31);
  });

  test("is not waited out by what was called off", async () => {
    const never = { ticks: () => 0, after: () => () => {} };
    const cancel = new AbortController();
    let tries = 0;
    const refuse = (): never => {
      tries++;
      throw Object.assign(new Error("full"), { code: "EMFILE" });
    };
    const refused = withPatience(never, refuse, cancel.signal);
    await Promise.resolve();
    cancel.abort();
    await expect(refused).rejects.toThrow("full");
    expect(tries).toBe(2);
  });

  test("that outlasts our patience is told from a program that can't be run", async () => {
    const script = `
      const { openSync } = await import("node:fs");
      const { startProcess } = await import(${JSON.stringify(new URL("start.ts", import.meta.url).href)});
      const clock = { ticks: () => 0, after: (_, call) => (setImmediate(call), () => {}) };
      const env = { PATH: "/bin:/usr/bin" };
      const start = (argv) => startProcess({ request: { argv, cwd: "/", env, output: { kind: "memory", capBytes: 1 }, tree: "group" }, argv, env, clock });
      const missing = await start(["no-such-program"]);
      try { for (;;) openSync("/dev/null", "r"); } catch {}
      process.stdout.write(JSON.stringify([missing, await start(["true"])]));
    `;
    const end = await run({
      ...shell(""),
      argv: ["sh", "-c", 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, script],
    });
    expect(JSON.parse(text(end))).toEqual([
      { kind: "not-started", reason: 'there is no program "no-such-program" on the PATH' },
      {
        kind: "not-started",
        reason: '"true" could not be started: too many files are open (raise the limit with "ulimit -n")',
        short: true,
      },
    ]);
  });
});
