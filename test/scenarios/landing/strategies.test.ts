import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { itLong } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** Two commits of the agent's own, and something that it left uncommitted. */
const busy = "create one.txt 1\ncommit add one\ncreate two.txt 2\ncommit add two\ncreate three.txt 3";

async function landed(strategy: string, sheets: Readonly<Record<string, string>>): Promise<readonly string[]> {
  kit = makeKit({ "a.txt": "a\n" });
  const played = await kit.play(sheets, { parallel: 2, score: { landing: { strategy } } });
  expect(Object.values(played.states).every((state) => state === "landed")).toBe(true);
  const report = await kit.verify();
  expect(report.landings.map(({ problems, absent }) => [problems, absent])).toEqual(
    report.landings.map(() => [[], []]),
  );
  expect(kit.git("status", "--porcelain")).toBe("");
  return kit.git("log", "--topo-order", "--format=%s", "--reverse", "main").trim().split("\n");
}

describe("a sheet whose agent made commits of its own", () => {
  it("lands as one commit by squash", async () => {
    expect(await landed("squash", { s: busy })).toEqual(["begin", "chore: s"]);
    expect(kit.git("show", "--format=", "--name-only", "main").trim().split("\n")).toEqual([
      "one.txt",
      "three.txt",
      "two.txt",
    ]);
  });

  it("lands commit by commit by rebase, and the rest as one more", async () => {
    expect(await landed("rebase", { s: busy })).toEqual(["begin", "add one", "add two", "chore: s"]);
    expect(
      kit
        .git("log", "--format=%(trailers:key=Tutti-Part,valueonly,separator=)", "--reverse", "main")
        .trim()
        .split("\n"),
    ).toEqual(["1/3", "2/3", "3/3"]);
    expect(kit.git("rev-list", "--merges", "--count", "main").trim()).toBe("0");
  });

  it("keeps its commits beside the target by merge, and one joins them", async () => {
    const subjects = await landed("merge", { s: busy });
    expect(subjects).toEqual(["begin", "add one", "add two", "s", "chore: s"]);
    expect(kit.git("log", "--first-parent", "--format=%s", "--reverse", "main").trim().split("\n")).toEqual([
      "begin",
      "chore: s",
    ]);
    expect(kit.git("log", "-1", "--format=%(trailers:key=Tutti-Sheet,valueonly,separator=)", "main^2").trim()).toBe("");
  });
});

describe("sheets that commit side by side", () => {
  const both = {
    left: "create left.txt 1\ncommit to the left\ncreate more-left.txt 1",
    right: "create right.txt 2\ncommit to the right",
  };

  itLong("land one after the other by rebase, none in the middle of another", async () => {
    await landed("rebase", both);
    const sheets = kit
      .git("log", "--format=%(trailers:key=Tutti-Sheet,valueonly,separator=)", "main")
      .trim()
      .split("\n");
    expect([
      ["left", "left", "right"],
      ["right", "left", "left"],
    ]).toContainEqual(sheets);
  });

  itLong("are each one merge on the first line by merge", async () => {
    await landed("merge", both);
    expect(kit.git("rev-list", "--first-parent", "--count", "main").trim()).toBe("3");
    expect(kit.git("rev-list", "--merges", "--count", "main").trim()).toBe("2");
  });
});

itLong("a rebase keeps a commit whose change the target has already, as an empty one", async () => {
  kit = makeKit({ "list.txt": "1\n2\n3\n4\n5\n6\n7\n8\n9\n" });
  const gate = join(kit.root, "go");
  const played = await kit.play(
    {
      first: "edit list.txt 1 one",
      second: `edit list.txt 1 one\ncommit the same\nedit list.txt 9 nine\ncommit the other end\nwait-for ${gate}`,
    },
    {
      parallel: 2,
      score: { landing: { strategy: "rebase" } },
      watch: (progress) => {
        if (progress.kind === "sheet" && progress.sheet === "first" && progress.event.kind === "landed")
          kit.write("../go", "");
      },
    },
  );
  expect(played.states).toEqual({ first: "landed", second: "landed" });
  expect(kit.git("log", "--format=%s", "--reverse", "main").trim().split("\n")).toEqual([
    "begin",
    "chore: first",
    "the same",
    "the other end",
  ]);
  expect(kit.git("diff", "--stat", "main~2", "main~1")).toBe("");
  expect(kit.read("list.txt")).toBe("one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
});
