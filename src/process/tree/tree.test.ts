import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { processGroup } from "./containment.ts";
import {
  findNamespaces,
  livingWith,
  makeFolder,
  makeTag,
  run,
  runIn,
  shell,
  text,
  untilExists,
} from "../../../test/kit/processes.ts";
import { readProcess, signalProcess } from "./proc.ts";

const namespaces = await findNamespaces();

/** Each child says when it is there, so that the end comes after it has got away. */
const escapes = {
  "a background child": "sh -c 'touch $UP; exec sleep 600' &",
  "a child in its own session": "setsid sh -c 'touch $UP; exec sleep 600' &",
  "a child forked twice": "(setsid sh -c 'touch $UP; sleep 600; :' >/dev/null 2>&1 </dev/null &) &",
  "a child without output and environment":
    "env -i setsid sh -c 'touch $0; sleep 600; :' $UP $TAG >/dev/null 2>&1 </dev/null &",
};
const waitForIt = 'while [ ! -e "$UP" ]; do sleep 0.01; done;';

for (const { title, containment } of namespaces) {
  describe.skipIf(containment === null)(`contained by ${title}`, () => {
    for (const [name, escape] of Object.entries(escapes)) {
      test(`${name} is gone when the program has ended`, async () => {
        const env = { UP: join(makeFolder(), "up"), TAG: makeTag() };
        const end = await runIn(containment!)(
          shell(`${escape} ${waitForIt} exit 5`, { env: withPath(env), tree: "contained" }),
        );
        expect(end.how).toEqual({ kind: "exited", code: 5 });
        expect(existsSync(env.UP)).toBe(true);
        expect(livingWith(env.TAG)).toEqual([]);
      });

      test(`${name} is gone when the program was ended`, async () => {
        const env = { UP: join(makeFolder(), "up"), TAG: makeTag() };
        const abort = new AbortController();
        const ending = runIn(containment!)(
          shell(`trap '' TERM; ${escape} while :; do sleep 1; done`, {
            env: withPath(env),
            tree: "contained",
            limits: { cancel: abort.signal, graceMs: 50 },
          }),
        );
        await untilExists(env.UP);
        abort.abort();
        expect((await ending).how).toEqual({ kind: "cancelled" });
        expect(livingWith(env.TAG)).toEqual([]);
      });
    }

    test("all of it dies with the conductor", async () => {
      const env = { UP: join(makeFolder(), "up"), TAG: makeTag() };
      const contained = containment!.wrap([
        "/bin/sh",
        "-c",
        `${escapes["a child without output and environment"]} wait`,
      ]);
      // A shell represents the conductor: it starts the wrapper in a session of its own, and dies of SIGKILL.
      const end = await run({
        ...shell("", { env: withPath(env) }),
        argv: ["sh", "-c", `setsid "$@" & ${waitForIt} kill -9 $$`, "conductor", ...contained],
      });
      expect(end.how).toEqual({ kind: "signalled", signal: "SIGKILL" });
      await vi.waitFor(() => expect(livingWith(env.TAG)).toEqual([]), { timeout: 300_000, interval: 5 });
    });

    test("the program sees only its own processes, keeps its user and its folder", async () => {
      const folder = makeFolder();
      const end = await runIn(containment!)(
        shell("ls -d /proc/[0-9]* | wc -l; id -u; pwd", { cwd: folder, tree: "contained" }),
      );
      const [processes, user, cwd] = text(end).trim().split("\n");
      expect(Number(processes)).toBeLessThan(10);
      expect([user, cwd]).toEqual([String(process.getuid?.()), folder]);
    });
  });
}

describe("without a namespace", () => {
  const contained = Object.entries(escapes).filter(([name]) => name !== "a child without output and environment");
  for (const [name, escape] of contained) {
    test(`${name} is ended by its mark`, async () => {
      const env = { UP: join(makeFolder(), "up"), TAG: makeTag() };
      const end = await runIn(processGroup)(
        shell(`${escape} ${waitForIt} exit 5`, { env: withPath(env), tree: "contained" }),
      );
      expect(end.how).toEqual({ kind: "exited", code: 5 });
      expect(livingWith(env.TAG)).toEqual([]);
    });
  }

  test("a background child does not keep the run waiting for its output", async () => {
    const env = { UP: join(makeFolder(), "up"), TAG: makeTag() };
    const end = await run(shell(`${escapes["a background child"]} ${waitForIt} echo last`, { env: withPath(env) }));
    expect(text(end)).toBe("last\n");
    expect(end.outlived).toBeUndefined();
    expect(livingWith(env.TAG)).toEqual([]);
  });
});

test("a process that got the pid of another is not signalled", async () => {
  const tag = makeTag();
  const abort = new AbortController();
  const ending = run(shell("sleep 600", { env: withPath({ TAG: tag }), limits: { cancel: abort.signal } }));
  await vi.waitFor(() => expect(livingWith(tag).length).toBeGreaterThan(0), { timeout: 300_000, interval: 5 });
  const row = readProcess(livingWith(tag)[0]!)!;
  expect(signalProcess({ ...row, startTime: "1" }, "SIGKILL")).toBe(false);
  expect(readProcess(row.pid)).not.toBeNull();
  expect(signalProcess(row, "SIGKILL")).toBe(true);
  await ending;
});

function withPath(env: Record<string, string>): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", ...env };
}
