import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { gitIn } from "../../../../test/kit/git.ts";
import { itLong, oneOf } from "../../../../test/kit/long.ts";
import { type Superproject, makeSuperproject } from "../../../../test/kit/odd-repositories.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import { type Wired, wire } from "../../../../test/kit/wire.ts";
import { writeTree } from "../../../git/history/trees.ts";
import type { Context } from "../../context.ts";
import { surveySubmodules } from "./submodules.ts";
import { surveyContext } from "../survey/survey.ts";
import { takeResult } from "../take-result.ts";

interface Stage extends Superproject {
  readonly wired: Wired;
  readonly context: Context;
  /** git in the submodule's folder, as the agent runs it. */
  readonly git: (...args: readonly string[]) => string;
  readonly sub: string;
  readonly capture: (views?: string | null) => Promise<Captured>;
}

interface Captured {
  /** `path: reason`, in order. */
  readonly leftOut: readonly string[];
  readonly details: readonly string[];
  readonly evidence: readonly string[];
  /** The result's entry for the submodule. */
  readonly points: string;
  readonly differences: readonly string[];
}

/**
 * A context whose agent checked out the submodules: from the user's own copies, or from afar where the user has none.
 */
async function stage(level: "clone" | "worktree" = "clone", from: "copies" | "afar" = "copies"): Promise<Stage> {
  const project = makeSuperproject();
  project.lib.git("tag", "-a", "v1", "-m", "v1", project.second);
  if (from === "afar") rmSync(join(project.user.gitDir, "modules"), { recursive: true });
  const wired = await wire(project.user);
  const context = await wired.create("s", { level });
  const settings = from === "afar" ? ["-c", "protocol.file.allow=always"] : [];
  gitIn(context.path, [...settings, "submodule", "--quiet", "update", "--init", "--recursive"]);
  const sub = join(context.path, "ext/lib");
  return {
    ...project,
    wired,
    context,
    sub,
    git: (...args) => gitIn(sub, args),
    capture: (views = `${context.index}.modules`) => capture(wired, context, views),
  };
}

async function capture(wired: Wired, context: Context, views: string | null): Promise<Captured> {
  const place = { gitDir: wired.store.gitDir, workTree: context.path, index: `${context.index}.capture` };
  copyFileSync(context.index, place.index);
  const scratch = wired.places.scratch;
  const survey = await surveySubmodules(wired.git, place, {
    survey: await surveyContext(wired.git, place),
    scratch,
    views,
  });
  await takeResult(wired.git, place, { survey, scratch });
  const tree = await writeTree(wired.git, place.gitDir, place.index);
  return {
    leftOut: survey.leftOut.map((item) => `${item.path}: ${item.reason}`).toSorted(),
    details: survey.leftOut.flatMap((item) => item.detail ?? []),
    evidence: survey.evidence,
    points: wired.look("ls-tree", tree, "ext/lib").split(/[ \t]/)[2] ?? "",
    differences: wired
      .look("diff-tree", "-r", "--name-status", context.base, tree)
      .split("\n")
      .filter((line) => line !== ""),
  };
}

describe.each(oneOf(2, ["clone", "worktree"] as const))("a submodule checked out in a context of level %s", (level) => {
  it("at exactly the base's commit is neither a change nor left out, capture after capture", async () => {
    const { context, capture } = await stage(level);
    const clean = { leftOut: [], evidence: [], differences: [] };
    expect(await capture()).toMatchObject(clean);
    writeFiles(context.path, { "a.txt": "edited\n" });
    expect(await capture()).toMatchObject({ ...clean, differences: ["M\ta.txt"] });
  });

  it("with a changed file is left out, stays what the base says, and its files are kept", async () => {
    const { wired, sub, first, capture } = await stage(level);
    writeFiles(sub, { "lib.txt": "edited\n", "new.txt": "new\n", "x.log": "ignored\n" });
    const { leftOut, evidence, points, details } = await capture();
    expect([leftOut, points]).toEqual([["ext/lib/: submodule", "ext/lib/x.log: ignored"], first]);
    expect(details).toEqual([`its files are kept as ${evidence[0] ?? ""}`]);
    expect(wired.look("ls-tree", "-r", "--name-only", evidence[0] ?? "").split("\n")).toEqual([
      ".gitignore",
      ".gitmodules",
      "deep",
      "lib.txt",
      "new.txt",
    ]);
    expect(wired.look("show", `${evidence[0] ?? ""}:lib.txt`)).toBe("edited");
    expect(wired.look("fsck", "--strict", "--connectivity-only", evidence[0] ?? "")).not.toContain("missing");
    expect((await capture()).evidence).toEqual(evidence);
  });

  it("at another commit that the user's copy has as well moves", async () => {
    const { git, second, capture } = await stage(level);
    git("checkout", "-q", second);
    git("submodule", "--quiet", "update", "--init");
    expect(await capture()).toMatchObject({ leftOut: [], points: second, differences: ["M\text/lib"] });
  });
});

describe("a submodule", () => {
  it("at a commit of the agent's own is left out: no other repository has it", async () => {
    const { wired, git, sub, first, capture } = await stage();
    writeFiles(sub, { "lib.txt": "mine\n" });
    git("commit", "-q", "-a", "-m", "mine");
    const { leftOut, points, evidence } = await capture();
    expect([leftOut, points]).toEqual([["ext/lib/.git/: nested repository's history", "ext/lib/: submodule"], first]);
    expect(wired.look("show", `${evidence[0] ?? ""}:lib.txt`)).toBe("mine");
  });

  itLong("at another known commit, but changed there, is left out", async () => {
    const { git, sub, second, first, capture } = await stage();
    git("checkout", "-q", second);
    writeFiles(sub, { "lib.txt": "mine\n" });
    expect(await capture()).toMatchObject({ leftOut: ["ext/lib/: submodule"], points: first });
  });

  it("that is back at the base's files keeps the context when commits of the agent's are only there", async () => {
    const { git, first, capture } = await stage();
    git("commit", "-q", "--allow-empty", "-m", "mine");
    git("checkout", "-q", first);
    expect(await capture()).toMatchObject({
      leftOut: ["ext/lib/.git/: nested repository's history"],
      evidence: [],
      differences: [],
    });
  });

  itLong("within a submodule is looked into as well", async () => {
    const { wired, sub, capture } = await stage();
    writeFiles(sub, { "deep/deep.txt": "edited\n" });
    const { leftOut, evidence } = await capture();
    expect(leftOut).toEqual(["ext/lib/: submodule", "ext/lib/deep/: submodule"]);
    expect(evidence.map((commit) => wired.look("ls-tree", "--name-only", commit).split("\n"))).toEqual([
      ["deep.txt"],
      [".gitignore", ".gitmodules", "deep", "lib.txt"],
    ]);
  });

  it("that the user has no copy of is compared with what the agent fetched", async () => {
    const { wired, sub, git, capture, context } = await stage("clone", "afar");
    expect(git("tag")).toBe("v1");
    expect(await capture()).toMatchObject({ leftOut: [], differences: [] });
    writeFiles(sub, { "lib.txt": "edited\n" });
    const { leftOut, evidence } = await capture();
    expect([leftOut, wired.look("show", `${evidence[0] ?? ""}:lib.txt`)]).toEqual([["ext/lib/: submodule"], "edited"]);
    rmSync(join(context.path, ".git/modules"), { recursive: true });
    // Nothing can be compared any more: all files are evidence.
    expect(await capture()).toMatchObject({
      leftOut: ["ext/lib/: submodule", "ext/lib/deep/.git/: nested repository's history"],
    });
  });

  itLong("with files but no repository is compared all the same", async () => {
    const { sub, capture } = await stage();
    rmSync(join(sub, ".git"));
    expect(await capture()).toMatchObject({ leftOut: [], differences: [] });
    writeFiles(sub, { "lib.txt": "edited\n" });
    expect(await capture()).toMatchObject({ leftOut: ["ext/lib/: submodule"] });
  });

  it("never runs what its own configuration or attributes say", async () => {
    const { context, sub, git, capture } = await stage();
    const canary = join(tempFolder(), "canary");
    const script = join(tempFolder(), "script");
    writeFileSync(script, `#!/bin/sh\ntouch '${canary}'\ncat\n`);
    chmodSync(script, 0o755);
    const settings = [
      "filter.x.clean",
      "filter.x.smudge",
      "filter.x.process",
      "core.fsmonitor",
      "diff.x.textconv",
      "diff.external",
      "core.sshCommand",
    ];
    for (const key of [...settings, "remote.origin.uploadpack"]) git("config", key, script);
    git("config", "remote.origin.url", `ext::${script}`);
    git("config", "remote.origin.promisor", "true");
    git("config", "extensions.partialClone", "origin");
    const gitDir = gitIn(sub, ["rev-parse", "--absolute-git-dir"]);
    for (const hook of ["post-index-change", "pre-commit", "reference-transaction"]) {
      mkdirSync(join(gitDir, "hooks"), { recursive: true });
      copyFileSync(script, join(gitDir, "hooks", hook));
    }
    writeFiles(sub, { ".gitattributes": "* filter=x diff=x\n", "lib.txt": "abc\n" });
    expect(await capture()).toMatchObject({ leftOut: ["ext/lib/: submodule"] });
    expect(existsSync(canary)).toBe(false);
    // Any other git would have.
    gitIn(context.path, ["status"]);
    expect(existsSync(canary)).toBe(true);
  });

  it.each([
    ["a folder of another's", (elsewhere: string) => `gitdir: ${elsewhere}\n`],
    ["nowhere", () => "gitdir: ../../../../../nowhere\n"],
    ["nothing that git would read", () => "\0\n"],
  ])("whose .git leads to %s is compared by its files", async (_, text) => {
    const { sub, capture, lib } = await stage();
    writeFileSync(join(sub, ".git"), text(lib.gitDir));
    const { leftOut, differences } = await capture();
    expect([leftOut.filter((item) => !item.startsWith("ext/lib/.git/")), differences]).toEqual([[], []]);
  });

  itLong("leaves nothing in the scratch folder", async () => {
    const { wired, sub, capture } = await stage();
    writeFiles(sub, { "lib.txt": "edited\n" });
    expect(await capture(null)).toEqual(await capture());
    expect(readdirSync(wired.places.scratch)).toEqual([]);
  });
});
