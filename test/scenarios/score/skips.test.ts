import { afterEach, expect, test } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { ends, landed, why } from "./case.ts";
import { itLong } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

test("sheets after a skipped one start at once, while others still run", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    sheets: [
      { id: "skipped", prompt: "fail 1", skip_when: "true" },
      { id: "waits", prompt: 'wait-for "{{ workspace }}/go"\ncreate b.txt b', timeout: "20s", retry: { attempts: 1 } },
      { id: "next", after: "skipped", prompt: 'create "{{ workspace }}/go" now' },
    ],
  });

  expect(played.states).toEqual({ skipped: "skipped", waits: "landed", next: "done" });
});

test("a sheet that has been begun is not skipped because of what it has done itself", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const validations = [{ file_exists: "marker.txt" }, { file_exists: "work.txt" }];

  const played = await kit.playScore({
    agent: "scripted",
    retry: { base_delay: "1ms" },
    sheets: [
      {
        id: "goes-on",
        prompt: "on-attempt 1 create marker.txt m\non-attempt 2 create work.txt w",
        skip_when_command: "test -f marker.txt",
        validations,
      },
      {
        id: "begins-again",
        prompt: 'create "{{ workspace }}/marker" m\nuntil-attempt 1 fail 1\ncreate b.txt b',
        skip_when_command: "test -f {{ workspace }}/marker",
      },
    ],
  });

  expect(played.states).toEqual({ "goes-on": "landed", "begins-again": "landed" });
  expect(landed(kit)).toEqual(["a.txt", "b.txt", "marker.txt", "work.txt"]);
});

itLong("work that goes on is not passed over by a condition that came true meanwhile", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const validations = [{ file_exists: "one.txt" }, { file_exists: "two.txt" }];

  const played = await kit.playScore({
    agent: "scripted",
    parallel: 1,
    sheets: [
      {
        id: "a",
        prompt: "on-attempt 1 create one.txt 1\non-attempt 2 create two.txt 2",
        validations,
        skip_when: 'sheets["b"].state == "done"',
        retry: { completion_delay: "500ms" },
      },
      { id: "b", prompt: "print here" },
    ],
  });

  expect(played.states).toEqual({ a: "landed", b: "done" });
  expect(ends(played, "a")).toHaveLength(2);
});

itLong("a skip command can be asked again after a stop, and nothing is left of the first time", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const stop = new AbortController();
  const score = {
    workspace: "./out",
    agent: "scripted",
    sheets: [
      {
        id: "a",
        prompt: "create b.txt b",
        skip_when_command: {
          command: "touch asked; until [ -e {{ workspace }}/go ]; do sleep 0.02; done",
          timeout: "20s",
        },
      },
    ],
  };

  const stopped = await kit.playScore(score, {
    stop: stop.signal,
    watch: (progress) => {
      if (progress.kind === "sheet" && progress.event.kind === "started") stop.abort();
    },
  });
  expect(stopped.states).toEqual({ a: "waiting" });
  kit.write("../out/go", "");
  const resumed = await kit.resume();

  expect(resumed.states).toEqual({ a: "skipped" });
  expect(resumed.how).toEqual({ kind: "finished", failed: 0 });
  expect(landed(kit)).toEqual(["a.txt"]);
  expect(await kit.contexts()).toEqual([]);
});

itLong("a tutti that is killed while a skip command runs asks it again", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const child = kit.spawn({
    a: {
      script: "create b.txt b",
      skip_when_command: { command: 'test "$TUTTI_ATTEMPT" = 2 || sleep 30', timeout: "60s" },
    },
  });
  await child.until((status) => status?.sheets[0]?.state === "running");

  child.kill();
  await child.gone();
  const resumed = await kit.resume();

  expect(resumed.states).toEqual({ a: "skipped" });
  expect(await kit.contexts()).toEqual([]);
});

test("a condition that can't be told fails its sheet instead of being taken for true or false", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    sheets: [
      { id: "a", prompt: "create b.txt b" },
      { id: "b", after: "a", prompt: "create c.txt c", skip_when: 'sheets["nobody"].attempts > 1' },
      { id: "c", after: "b", prompt: "create d.txt d" },
    ],
  });

  expect(played.states).toEqual({ a: "landed", b: "failed", c: "blocked" });
  expect(why(played, "b")).toMatch(/skip_when can't be told/);
});

test("files that a skip command and preconditions write do not belong to the sheet's work", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    sheets: [
      {
        id: "a",
        prompt: "create b.txt b",
        skip_when_command: "touch asked.txt; false",
        preconditions: [{ command: "test -f a.txt && echo junk >a.txt" }],
      },
    ],
  });

  expect(played.states).toEqual({ a: "landed" });
  expect(landed(kit)).toEqual(["a.txt", "b.txt"]);
  expect(kit.at("main", "a.txt")).toBe("a\n");
});

test("preconditions speak of what a sheet starts from, not of its own work that goes on", async () => {
  kit = makeKit({ "a.txt": "a\n", "../out/keep.md": "keep\n" });

  const played = await kit.playScore({
    workspace: "./out",
    agent: "scripted",
    retry: { base_delay: "1ms" },
    sheets: [
      {
        id: "goes-on",
        prompt: "on-attempt 1 create one.txt 1\non-attempt 2 create two.txt 2",
        preconditions: [{ command: "test ! -e one.txt" }],
        validations: [{ file_exists: "one.txt" }, { file_exists: "two.txt" }],
      },
      {
        id: "spoils",
        prompt: 'append "{{ workspace }}/keep.md" more\nfail 1',
        preconditions: [{ file_unchanged_since: "{{ workspace }}/keep.md" }],
      },
    ],
  });

  expect(played.states).toEqual({ "goes-on": "landed", spoils: "failed" });
  expect(played.job.sheets.map(({ attempts }) => attempts)).toEqual([2, 2]);
  expect(why(played, "spoils")).toBe(
    "preconditions failed: $TUTTI_WORKSPACE/keep.md is as it was: keep.md in the workspace was changed since base",
  );
});
