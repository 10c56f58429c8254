import { afterEach, expect, test } from "vitest";
import { type Kit, makeKit } from "../kit/kit.ts";
import { itLong } from "../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

test("a stop captures what runs, and resume lands it all without repeating what landed", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const stop = new AbortController();

  const stopped = await kit.play(
    { quick: "create quick.txt quick", slow: { script: "create slow.txt slow\non-attempt 1 hang", after: ["quick"] } },
    {
      stop: stop.signal,
      watch: (progress) => {
        if (progress.kind === "sheet" && progress.sheet === "slow" && progress.event.kind === "started") stop.abort();
      },
    },
  );
  expect(stopped.how).toEqual({ kind: "stopped" });
  expect(stopped.states).toEqual({ quick: "landed", slow: "waiting" });
  expect(stopped.job.status).toBe("paused");

  const resumed = await kit.resume();
  expect(resumed.states).toEqual({ quick: "landed", slow: "landed" });
  expect(kit.git("log", "--format=%s").trim().split("\n")).toEqual(["chore: slow", "chore: quick", "begin"]);
});

test("failed sheets are tried again only when a person asks", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const first = await kit.play({ moody: { script: "until-attempt 1 fail 1\ncreate b.txt b", retry: { attempts: 1 } } });
  expect(first.states).toEqual({ moody: "failed" });

  const again = await kit.resume({ retryFailed: true });

  expect(again.states).toEqual({ moody: "landed" });
});

test("two runs on one repository: the second waits for the first and says so, then lands its own", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  let waited = 0;

  const second = Promise.withResolvers<Awaited<ReturnType<Kit["play"]>>>();
  const first = await kit.play(
    { a: "wait-for ../../../../go\ncreate one.txt 1" },
    {
      watch: (progress) => {
        if (progress.kind !== "sheet" || progress.event.kind !== "started") return;
        kit
          .play(
            { b: "create two.txt 2" },
            {
              onWait: () => {
                waited += 1;
                kit.write("../home/go", "");
              },
            },
          )
          .then(second.resolve, second.reject);
      },
    },
  );

  expect(first.states).toEqual({ a: "landed" });
  expect((await second.promise).states).toEqual({ b: "landed" });
  expect(waited).toBe(1);
  expect(kit.git("ls-tree", "--name-only", "HEAD")).toBe("a.txt\none.txt\ntwo.txt\n");
});

itLong("worktree contexts play the same", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.play(
    Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [
        `s${String(n)}`,
        `create f${String(n)}.txt ${String(n)}\ncommit by the agent`,
      ]),
    ),
    { parallel: 8, score: { isolation: "worktree" } },
  );

  expect(played.job.counts.landed).toBe(8);
  expect(await kit.contexts()).toEqual([]);
  expect(kit.git("worktree", "list").trim().split("\n")).toHaveLength(1);
});

itLong("a job whose tutti died is shown as interrupted, not as running, and resume goes on by itself", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const child = kit.spawn({ slow: "create b.txt b\nprint here\non-attempt 1 hang" });
  await child.until((status) => status?.sheets[0]?.state === "running");

  child.kill();
  await child.gone();
  const view = await kit.status();
  expect([view?.status, view?.sheets[0]?.state]).toEqual(["interrupted", "interrupted"]);

  const resumed = await kit.resume();
  expect(resumed.states).toEqual({ slow: "landed" });
  expect(resumed.job.sheets[0]?.attempts).toBe(2);
});
