import { afterEach, expect, test } from "vitest";
import { type Kit, makeKit } from "../kit/kit.ts";
import { itLong } from "../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

test("every sheet lands as one commit with its trailers, and git confirms each", async () => {
  kit = makeKit({ "README.md": "hello\n" });

  const played = await kit.play(
    { a: "create a.txt one", b: "create b.txt two", c: "create c.txt three" },
    { parallel: 3 },
  );

  expect(played.states).toEqual({ a: "landed", b: "landed", c: "landed" });
  expect(kit.git("rev-list", "--count", "HEAD").trim()).toBe("4");
  expect(kit.git("status", "--porcelain")).toBe("");
  expect(kit.read("b.txt")).toBe("two\n");
  expect(kit.git("log", "-1", "--format=%(trailers:only)")).toMatch(
    /Tutti-Job: story-\w+\nTutti-Sheet: \w\nTutti-Attempt: 1\nTutti-Base: [0-9a-f]{40}\nTutti-Validated: unvalidated\n/,
  );
  const report = await kit.verify();
  expect(report.landings.map((landing) => [landing.problems, landing.absent])).toEqual([
    [[], []],
    [[], []],
    [[], []],
  ]);
  expect(await kit.contexts()).toEqual([]);
});

test("a conflict in the second of three sheets lands the other two and keeps its work", async () => {
  kit = makeKit({ "list.txt": "1\n2\n3\n4\n5\n6\n7\n8\n9\n" });

  // The second is told to try again on what landed, and writes the same line again: it can't be merged, ever.
  const played = await kit.play(
    {
      first: "edit list.txt 1 one",
      second: { script: "wait-for ../../../../go\nedit list.txt 1 uno", retry: { conflicts: 0 } },
      third: "edit list.txt 9 nine",
    },
    {
      parallel: 3,
      watch: (progress) => {
        if (progress.kind === "sheet" && progress.sheet === "first" && progress.event.kind === "landed")
          kit.write("../home/go", "");
      },
    },
  );

  expect(played.states).toEqual({ first: "landed", second: "failed", third: "landed" });
  expect(kit.read("list.txt")).toBe("one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
  const second = played.job.sheets.find((sheet) => sheet.id === "second");
  expect(second?.why).toContain("list.txt");
  expect(second?.kept).toMatch(/^[0-9a-f]{40}$/);
});

test("a sheet that conflicts goes back to its agent, on top of what landed meanwhile", async () => {
  kit = makeKit({ "list.txt": "1\n2\n3\n" });

  const played = await kit.play(
    {
      first: "edit list.txt 1 one",
      second:
        "on-attempt 1 wait-for ../../../../go\non-attempt 1 edit list.txt 1 uno\non-attempt 2 edit list.txt one uno",
    },
    {
      parallel: 2,
      watch: (progress) => {
        if (progress.kind === "sheet" && progress.sheet === "first" && progress.event.kind === "landed")
          kit.write("../home/go", "");
      },
    },
  );

  expect(played.states).toEqual({ first: "landed", second: "landed" });
  expect(kit.read("list.txt")).toBe("uno\n2\n3\n");
});

itLong("after a conflict an agent that changes nothing fails, and its first result stays kept", async () => {
  kit = makeKit({ "list.txt": "1\n2\n3\n" });

  const played = await kit.play(
    {
      first: "edit list.txt 1 one",
      second: {
        script: "on-attempt 1 wait-for ../../../../go\non-attempt 1 edit list.txt 1 uno\nprint all good",
        retry: { attempts: 1 },
      },
    },
    {
      parallel: 2,
      watch: (progress) => {
        if (progress.kind === "sheet" && progress.sheet === "first" && progress.event.kind === "landed")
          kit.write("../home/go", "");
      },
    },
  );

  expect(played.states).toEqual({ first: "landed", second: "failed" });
  const second = played.job.sheets.find(({ id }) => id === "second");
  expect(second).toMatchObject({
    attempts: 2,
    why: expect.stringContaining("the last attempt changed nothing") as string,
  });
  expect(await kit.store("show", `${second?.kept ?? ""}:list.txt`)).toBe("uno\n2\n3\n");
});

itLong("an empty change is done, with nothing to land", async () => {
  kit = makeKit({ "a.txt": "same\n" });

  const played = await kit.play({ nothing: "print all good", same: "create a.txt same", real: "create b.txt new" });

  expect(played.states).toEqual({ nothing: "done", same: "done", real: "landed" });
  expect(played.job.counts).toMatchObject({ landed: 1, done: 2 });
});

test("validations run again on the merged tree, and a sheet that breaks there does not land as validated", async () => {
  kit = makeKit({ "a.txt": "1\n", "b.txt": "1\n" });
  // Each alone keeps the sum at three; together they break it.
  const validations = [{ command: "test $(( $(cat a.txt) + $(cat b.txt) )) -le 3" }];

  const played = await kit.play(
    {
      first: { script: "edit a.txt 1 2", validations },
      second: { script: "wait-for ../../../../go\nedit b.txt 1 2", validations, retry: { attempts: 1 } },
    },
    {
      parallel: 2,
      watch: (progress) => {
        if (progress.kind === "sheet" && progress.sheet === "first" && progress.event.kind === "landed")
          kit.write("../home/go", "");
      },
    },
  );

  expect(played.states).toEqual({ first: "landed", second: "failed" });
  expect(played.job.sheets[1]?.why).toContain("merged tree");
  expect(kit.read("b.txt")).toBe("1\n");
});

itLong("without validations on the merged tree the receipt says so", async () => {
  kit = makeKit({ "a.txt": "1\n" });
  const validations = [{ file_exists: "a.txt" }];

  const played = await kit.play(
    { first: { script: "create b.txt b", validations }, second: { script: "create c.txt c", validations } },
    { parallel: 2, score: { landing: { revalidate: false } } },
  );

  expect(played.job.sheets.map((sheet) => sheet.level).sort()).toEqual([
    "merged-not-revalidated",
    "validated-as-landed",
  ]);
});
