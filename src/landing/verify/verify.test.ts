import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { printedBy, wireGit } from "../../../test/kit/git.ts";
import { person } from "../../../test/kit/repository.ts";
import {
  type Story,
  gate,
  land,
  look,
  makeScene,
  merged,
  rewind,
  told,
  treeOf,
} from "../../../test/kit/verify-scene.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import { openRepository } from "../../git/repository.ts";
import { writeCommit } from "../../git/history/trees.ts";
import { openObjectStore } from "../../isolation/store/object-store.ts";
import type { LandingStrategy } from "../../score/plan/landing-plan.ts";
import type { Receipt } from "../receipts/receipt.ts";

const git = wireGit();
const shared = await makeScene();

describe.each(["sha1", "sha256"] as const)("a landing in a %s repository", (format) => {
  it.each<LandingStrategy>(["squash", "rebase", "merge"])("by %s is proven", async (strategy) => {
    const scene = await makeScene(format);
    const first = { ...merged, "a.txt": "1\n" };
    const landed = await land(scene, { strategy, trees: strategy === "squash" ? [merged] : [first, merged] });
    const findings = await look(scene);
    expect(told(findings)).toEqual([[[], []]]);
    expect(findings[0]?.run.commits.map(({ commit }) => commit)).toEqual(
      strategy === "rebase" ? landed.commits : [landed.commit],
    );
    expect(findings[0]?.run.last).toMatchObject({
      job: "job-1",
      sheet: "s",
      validated: "validated-as-landed",
      commit: landed.commit,
    });
  });
});

describe("objects that are not there are told as absent, not as wrong", () => {
  it.each<[string, Story, readonly string[]]>([
    ["receipt and capture, in a plain clone", { receipt: () => null }, ["receipt", "capture"]],
    ["the capture, where Tutti's store is elsewhere", {}, ["capture"]],
    ["receipt and capture of a merge", { strategy: "merge", receipt: () => null }, ["receipt", "capture"]],
    [
      "receipt and capture of a rebase",
      { strategy: "rebase", trees: [merged, merged], receipt: () => null },
      ["receipt", "capture"],
    ],
  ])("%s", async (_, story, absent) => {
    const scene = rewind(shared);
    await land(scene, story);
    expect(told(await look(scene, { store: undefined }))).toEqual([[[], absent]]);
  });

  it("receipt and capture, in a clone whose history begins at the landing", async () => {
    const scene = await makeScene();
    const { commit } = await land(scene, { receipt: () => null });
    writeFileSync(join(scene.user.gitDir, "shallow"), `${commit}\n`);
    expect(told(await look(scene, { store: undefined }))).toEqual([[[], ["receipt", "capture"]]]);
  });

  it("the capture, where the store does not have it", async () => {
    const scene = await makeScene();
    await land(scene);
    scene.user.git("reflog", "expire", "--expire=now", "--all");
    scene.user.git("prune", "--expire=now");
    const { gitDir: store } = await openObjectStore(git, tempFolder(), await openRepository(git, scene.user.path));
    expect(told(await look({ ...scene, store }))).toEqual([[[], ["capture"]]]);
  });
});

describe("a landing is doubted", () => {
  const other = "e".repeat(40) as CommitSha;
  const unnamed = "its receipt is not the one that it names";
  const unproven = "claims to be validated as it landed, which nothing in its receipt proves";
  const differs = (what: string) =>
    expect.stringMatching(new RegExp(`^its receipt says ${what} \\S+, git says \\S+$`)) as string;
  const failed = {
    kind: "judged" as const,
    results: [{ index: 0, description: "it builds", passed: false, reason: "" }],
  };

  it.each<[string, Story, readonly string[]]>([
    [
      "when a path of the sheet's is missing",
      { trees: [{ ...merged, "a.txt": "1\n" }] },
      ["differs from what the sheet changed at a.txt"],
    ],
    [
      "when a path has other content",
      { trees: [{ ...merged, "new.txt": "x\n" }] },
      ["differs from what the sheet changed at new.txt"],
    ],
    [
      "when it takes others' work back",
      { trees: [{ ...merged, "b.txt": "1\n" }] },
      ["differs from what the sheet changed at b.txt"],
    ],
    [
      "when it brings something else",
      { trees: [{ ...merged, "evil.txt": "x\n" }] },
      ["differs from what the sheet changed at evil.txt"],
    ],
    ["when its receipt was changed", { receipt: (receipt) => ({ ...receipt, title: "other" }) }, [unnamed]],
    [
      "when its receipt got something more",
      { receipt: (receipt) => ({ ...receipt, more: true }) as Receipt },
      [unnamed],
    ],
    [
      "when its receipt names another commit",
      { receipt: (receipt) => ({ ...receipt, commit: other, commits: [other] }) },
      ["its receipt names other commits", differs("commit")],
    ],
    [
      "when its receipt is of another tree",
      { receipt: (receipt) => ({ ...receipt, tree: other as string as TreeSha }) },
      [unnamed, differs("tree"), unproven],
    ],
    [
      "when its receipt is of another parent",
      { receipt: (receipt) => ({ ...receipt, parent: other }) },
      [unnamed, differs("parent")],
    ],
    [
      "when its receipt is of another level",
      { receipt: (receipt) => ({ ...receipt, level: "unvalidated" }) },
      [unnamed, differs("level")],
    ],
    [
      "when its receipt has another strategy",
      { receipt: (receipt) => ({ ...receipt, strategy: "merge" }) },
      [unnamed, "is not the merge that its receipt tells of"],
    ],
    ["when it does not name its receipt", { facts: { receipt: "" } }, [unnamed]],
    ["when its trailers name another level", { facts: { level: "merged-not-revalidated" } }, [differs("level")]],
    [
      "when its level is none that there is",
      { facts: { level: "proven" as "unvalidated" } },
      ["says that it was validated in a way that there is not", differs("level")],
    ],
    ["when its attempt is none", { facts: { attempt: 0 } }, ["has no attempt in its trailers", differs("attempt")]],
    ["when nothing that was asked passed", { landing: { gates: [] } }, [unproven]],
    [
      "when its gates passed on another tree only",
      { landing: { gates: [{ ...gate, tree: other as string as TreeSha }] } },
      [unproven],
    ],
    [
      "when a gate failed on its tree",
      { landing: { gates: [{ ...gate, tree: "" as TreeSha, passed: false }] } },
      [unproven],
    ],
    [
      "when its receipt names fewer commits than there are",
      {
        strategy: "rebase",
        trees: [merged, merged],
        facts: {},
        receipt: (receipt) => ({ ...receipt, commits: receipt.commits.slice(1) }),
      },
      ["its receipt names other commits"],
    ],
  ])("%s", async (_, story, problems) => {
    const scene = rewind(shared);
    // The validations prove the level too: only without them does it hang on the gates.
    const isOfGates = problems.includes(unproven);
    const [gates] = [
      story.landing?.gates?.map((item) => ({
        ...item,
        tree: item.tree === "" ? treeOf(scene.user, merged) : item.tree,
      })),
    ];
    const candidate = isOfGates ? { ...scene.candidate, verdict: failed } : scene.candidate;
    await land({ ...scene, candidate }, gates === undefined ? story : { ...story, landing: { gates } });
    expect(told(await look(scene))).toEqual([[problems, []]]);
  });

  it("when its receipt is damaged, or was written by an earlier version for another commit", async () => {
    const scene = rewind(shared);
    await land(scene, { receipt: (receipt) => ({ ...receipt, commits: "none" }) as unknown as Receipt });
    expect(told(await look(scene))).toEqual([[["its receipt is damaged"], ["receipt", "capture"]]]);
    await land(scene, { receipt: (receipt) => ({ ...receipt, version: 1 }) as unknown as Receipt });
    expect((await look(scene)).at(-1)?.problems).toEqual([unnamed, "landed more than once"]);
  });

  it.each([
    [false, [unproven]],
    [true, []],
  ] as const)(
    "when a gate failed on its tree although its validations passed, unless it is flaky: %s",
    async (isFlaky, problems) => {
      const scene = rewind(shared);
      await land(scene, {
        landing: { gates: [{ ...gate, tree: treeOf(scene.user, merged), passed: false, isFlaky }] },
      });
      expect(told(await look(scene))).toEqual([[problems, []]]);
    },
  );

  it("when its sheet landed twice", async () => {
    const scene = rewind(shared);
    await land(scene, { receipt: () => null });
    await land(scene, { trees: [{ ...merged, "more.txt": "1\n" }], receipt: () => null });
    expect(told(await look(scene))).toEqual([
      [["landed more than once"], ["receipt", "capture"]],
      [["landed more than once"], ["receipt", "capture"]],
    ]);
  });

  it("when a part of it is gone, or something came between its parts", async () => {
    const scene = rewind(shared);
    const landed = await land(scene, {
      strategy: "rebase",
      trees: [{ ...merged, "a.txt": "1\n" }, merged],
      receipt: () => null,
    });
    const [first, second] = landed.commits;
    const tip = scene.user.git(
      "commit-tree",
      `${second ?? ""}^{tree}`,
      "-p",
      landed.parent,
      "-m",
      scene.user.git("log", "-1", "--format=%B", second ?? ""),
    );
    scene.user.git("update-ref", "refs/heads/main", tip);
    expect(told(await look(scene))).toEqual([[["has parts 2/2 only"], ["receipt", "capture"]]]);
    const between = scene.user.git("commit-tree", `${first ?? ""}^{tree}`, "-p", first ?? "", "-m", "between");
    const moved = scene.user.git(
      "commit-tree",
      `${second ?? ""}^{tree}`,
      "-p",
      between,
      "-m",
      scene.user.git("log", "-1", "--format=%B", second ?? ""),
    );
    scene.user.git("update-ref", "refs/heads/main", moved);
    expect(told(await look(scene))).toEqual([[["its parts do not follow each other"], ["receipt", "capture"]]]);
  });
});

describe("a landing of an earlier version", () => {
  it("is proven by its old receipt and trailers", async () => {
    const scene = rewind(shared);
    const { user } = scene;
    const parent = user.head();
    const tree = treeOf(user, merged);
    const { base, capture } = scene.candidate;
    const message = `do s\n\nTutti-Job: job-1\nTutti-Sheet: s\nTutti-Attempt: 1\nTutti-Base: ${base}\nTutti-Validated: merged-not-revalidated\n`;
    const commit = await writeCommit(git, user.gitDir, {
      tree,
      parents: [parent],
      message,
      by: person,
      at: 0 as EpochMs,
    });
    user.git("update-ref", "refs/heads/main", commit);
    const about = {
      job: "job-1",
      sheet: "s",
      attempt: 1,
      target: "refs/heads/main",
      commit,
      parent,
      base,
      capture,
      level: "merged-not-revalidated",
    };
    const text = JSON.stringify({ version: 1, ...about, validations: [], promptSha256: "" });
    const blob = printedBy(user.path, ["hash-object", "-w", "--stdin"], { input: text }).trim();
    const inner = printedBy(user.path, ["mktree"], { input: `100644 blob ${blob}\ts.json\n` }).trim();
    user.git(
      "update-ref",
      "refs/tutti/receipts",
      printedBy(user.path, ["mktree"], { input: `040000 tree ${inner}\tjob-1\n` }).trim(),
    );
    expect(told(await look(scene))).toEqual([[[], []]]);
  });
});
