import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processGroup } from "../tree/containment.ts";
import {
  clock,
  findNamespaces,
  makeFolder,
  makeTag,
  livingWith,
  run,
  runIn,
  shell,
  text,
  untilExists,
} from "../../../test/kit/processes.ts";
import { makeRunProcess } from "./run.ts";

const namespaces = await findNamespaces();
const ways = [
  { title: "group", containment: processGroup, skip: false },
  ...namespaces.map((way) => ({
    title: way.title,
    containment: way.containment ?? processGroup,
    skip: way.containment === null,
  })),
];

test("a program sees the environment it is given and its mark, nothing else", async () => {
  process.env["GIT_DIR"] = "/leak";
  const end = await makeRunProcess({ containment: processGroup, owner: "home.7", clock })({
    ...shell("", { role: "git" }),
    argv: ["/usr/bin/env"],
    env: { ONLY: "this" },
  });
  delete process.env["GIT_DIR"];
  expect(text(end).trim().split("\n").sort()).toEqual(["ONLY=this", "TUTTI_OWNER=home.7", "TUTTI_ROLE=git"]);
});

test("arguments are never read by a shell", async () => {
  const words = ["$(id)", "a b", "`id`", "; echo x", "*", "'\""];
  const end = await run({ ...shell(""), argv: ["printf", "%s\\n", ...words] });
  expect(text(end)).toBe(`${words.join("\n")}\n`);
});

test("the program runs in its own session, out of reach of Ctrl-C in the terminal", async () => {
  const end = await run(shell("cut -d' ' -f6 /proc/self/stat; echo $$"));
  const [session, pid] = text(end).trim().split("\n");
  expect(session).toBe(pid);
});

for (const { title, containment, skip } of ways) {
  describe.skipIf(skip)(`how it ended (${title})`, () => {
    const go = runIn(containment);

    test("with a code", async () => {
      expect((await go(shell("exit 0", { tree: "contained" }))).how).toEqual({ kind: "exited", code: 0 });
      expect((await go(shell("exit 7", { tree: "contained" }))).how).toEqual({ kind: "exited", code: 7 });
    });

    test("by a signal, even one it sent to itself", async () => {
      expect((await go(shell("kill -9 $$", { tree: "contained" }))).how).toEqual({
        kind: "signalled",
        signal: "SIGKILL",
      });
      expect((await go(shell("kill -ABRT $$; sleep 60", { tree: "contained" }))).how).toEqual({
        kind: "signalled",
        signal: "SIGABRT",
      });
    });

    test("and nothing of the wrapper is in its output", async () => {
      const end = await go(shell("echo out; echo err >&2; kill -9 $$", { tree: "contained" }));
      expect([text(end), end.stderr.toString()]).toEqual(["out\n", "err\n"]);
    });

    test("timed out, although it does not listen to the polite signal", async () => {
      const tag = makeTag();
      const end = await go(
        shell("trap '' TERM; while :; do sleep 1; done", {
          tree: "contained",
          limits: { timeoutMs: 200, graceMs: 100 },
          env: { TAG: tag },
        }),
      );
      expect(end.how).toEqual({ kind: "timed-out" });
      expect(livingWith(tag)).toEqual([]);
    });

    test("idle, although it said something at first", async () => {
      const end = await go(
        shell("echo hello; sleep 600", { tree: "contained", limits: { idleMs: 300, graceMs: 100 } }),
      );
      expect(end.how).toEqual({ kind: "idle" });
      expect(text(end)).toBe("hello\n");
    });

    test("cancelled, although it put its work away and ended well", async () => {
      const ready = join(makeFolder(), "ready");
      const abort = new AbortController();
      const putAway = "i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done";
      const script = `trap '${putAway}; echo bye; exit 0' TERM; touch ${ready}; while :; do sleep 0.02; done`;
      const ending = go(shell(script, { tree: "contained", limits: { cancel: abort.signal, graceMs: 60_000 } }));
      await untilExists(ready);
      abort.abort();
      const end = await ending;
      expect(end.how).toEqual({ kind: "cancelled" });
      expect(text(end)).toBe("bye\n");
    });

    test("cancelled right after the start, without waiting for the grace to pass", async () => {
      const abort = new AbortController();
      const ending = go(shell("sleep 600", { tree: "contained", limits: { cancel: abort.signal, graceMs: 600_000 } }));
      await new Promise(setImmediate);
      abort.abort();
      expect((await ending).how).toEqual({ kind: "cancelled" });
    });
  });
}

test("a run that was cancelled before is never started, and leaves earlier logs alone", async () => {
  const folder = makeFolder();
  const output = {
    kind: "files",
    stdoutPath: join(folder, "out"),
    stderrPath: join(folder, "err"),
    capBytes: 100,
  } as const;
  writeFileSync(output.stdoutPath, "earlier");
  const end = await run(shell(`touch ${folder}/ran`, { output, limits: { cancel: AbortSignal.abort() } }));
  expect(end.how).toEqual({ kind: "cancelled" });
  expect(existsSync(join(folder, "ran"))).toBe(false);
  expect(readFileSync(output.stdoutPath, "utf8")).toBe("earlier");
});

test("a child that left the group and holds the output open is cut off, and that is noted", async () => {
  const up = join(makeFolder(), "up");
  const tag = makeTag();
  const hasty = { ...clock, after: (delayMs: number, call: () => void) => clock.after(delayMs / 100, call) };
  const go = makeRunProcess({ containment: processGroup, owner: "home.1", clock: hasty });
  const end = await go(
    shell(`setsid sh -c 'touch ${up}; exec sleep 600' & while [ ! -e ${up} ]; do sleep 0.01; done; echo done`, {
      env: { TAG: tag },
    }),
  );
  expect(end.how).toEqual({ kind: "exited", code: 0 });
  expect(end.outlived).toBe(true);
  expect(text(end)).toBe("done\n\n[tutti: cut off, a process that outlived the program held the output open]\n");
});
