import { chmodSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { enter, picture } from "../../../test/kit/in-place.ts";
import { type Files, makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, wire } from "../../../test/kit/wire.ts";
import type { Context } from "../context.ts";
import type { CaptureProof } from "../capture/capture.ts";
import { movePlace } from "./move-place.ts";

const files = {
  "a.txt": "a\n",
  "b.txt": "b\n",
  "gone.txt": "gone\n",
  "dir/c.txt": "c\n",
  run: { program: "#!/bin/sh\n" },
  link: { link: "a.txt" },
  "forced.log": "forced\n",
  "logs.log/in.txt": "in\n",
  ".gitignore": "*.log\n",
};

/** The user is at work: something is edited, deleted, staged, new, without its mode, a link to elsewhere. */
async function borrowed(): Promise<{ wired: Wired; context: Context; before: unknown }> {
  const wired = await wire(makeRepository(files));
  const { repository } = wired;
  const { path } = repository;
  writeFiles(path, {
    "a.txt": "the user's\n",
    "staged.txt": "staged\n",
    "u/new.txt": "the user's\n",
    "u/run": { program: "x\n" },
    "u/link": { link: "../a.txt" },
    "x.log": "x\n",
  });
  repository.git("add", "staged.txt");
  rmSync(join(path, "gone.txt"));
  chmodSync(join(path, "b.txt"), 0o755);
  const context = await enter(wired, "s");
  return { wired, context, before: picture(wired) };
}

/** Gives the folder back, with the proof of what the agent left in it. */
const putBack = (wired: Wired, { context, commit }: CaptureProof): Promise<void> =>
  movePlace(wired.git, { store: wired.store.gitDir, folder: context.path, scratch: `${context.index}.move` }, { from: commit, to: context.base });

describe("a borrowed folder", () => {
  it("is given back exactly: edits, new and deleted files, modes and links, the user's as well as the agent's", async () => {
    const { wired, context, before } = await borrowed();
    const { path } = wired.repository;
    writeFiles(path, {
      "a.txt": "the agent's\n",
      "gone.txt": "back again\n",
      "dir/c.txt": "the agent's\n",
      "u/new.txt": { link: "elsewhere" },
      "u/link": "a file now\n",
      link: "a file now\n",
      "made/by/agent.txt": "new\n",
    });
    rmSync(join(path, "staged.txt"));
    rmSync(join(path, "u/run"));
    chmodSync(join(path, "b.txt"), 0o644);
    chmodSync(join(path, "run"), 0o644);
    const proof = await wired.capture("s", context);

    await putBack(wired, proof);

    expect(picture(wired)).toEqual(before);
    expect(readdirSync(dirname(context.index)).toSorted()).toEqual(["record.json", "stand.index", "stand.json", "work.index", "work.index.left-out"]);
  });

  it("is given back where the agent made folders of files and files of folders", async () => {
    const { wired, context, before } = await borrowed();
    const { path } = wired.repository;
    for (const name of ["dir", "a.txt"]) rmSync(join(path, name), { recursive: true });
    writeFiles(path, { dir: "a file now\n", "a.txt/in/a folder.txt": "now\n" });
    await putBack(wired, await wired.capture("s", context));
    expect(picture(wired)).toEqual(before);
  });

  it("in which nothing was done is not touched", async () => {
    const { wired, context, before } = await borrowed();
    await putBack(wired, await wired.capture("s", context));
    expect(picture(wired)).toEqual(before);
  });

  it("keeps what the user did meanwhile to files that the agent did not touch", async () => {
    const { wired, context } = await borrowed();
    writeFiles(wired.repository.path, { "a.txt": "the agent's\n" });
    const proof = await wired.capture("s", context);
    writeFiles(wired.repository.path, { "dir/c.txt": "by the user, meanwhile\n", "meanwhile.txt": "new\n" });
    await putBack(wired, proof);
    expect(["a.txt", "dir/c.txt", "meanwhile.txt"].map((name) => shown(wired.repository.path, name))).toEqual([
      "file the user's\n",
      "file by the user, meanwhile\n",
      "file new\n",
    ]);
  });

  it.each<[string, { readonly agent: Files; readonly removes?: string; readonly user: Files }]>([
    ["edited what the agent edited", { agent: { "a.txt": "the agent's\n" }, user: { "a.txt": "by the user, meanwhile\n" } }],
    ["edited what the agent made", { agent: { "made.txt": "the agent's\n" }, user: { "made.txt": "by the user, meanwhile\n" } }],
    ["made again what the agent deleted", { agent: {}, removes: "b.txt", user: { "b.txt": "by the user, meanwhile\n" } }],
    ["made again what the agent deleted and git ignores", { agent: {}, removes: "forced.log", user: { "forced.log": "by the user, meanwhile\n" } }],
    [
      "made a folder of ignored files in the place of what the agent deleted",
      { agent: {}, removes: "b.txt", user: { "b.txt/in.log": "by the user, meanwhile\n" } },
    ],
    [
      "made an ignored file in the place of a folder that the agent deleted",
      { agent: {}, removes: "logs.log", user: { "logs.log": "by the user, meanwhile\n" } },
    ],
    ["put a folder in the place of what the agent deleted", { agent: {}, removes: "b.txt", user: { "b.txt/in.txt": "by the user, meanwhile\n" } }],
    ["changed the mode of what the agent edited", { agent: { "a.txt": "the agent's\n" }, user: { "a.txt": { program: "the agent's\n" } } }],
  ])("is left as it is, as a whole, when the user %s", async (_what, { agent, removes, user }) => {
    const { wired, context } = await borrowed();
    const { path } = wired.repository;
    writeFiles(path, { ...agent, "dir/c.txt": "the agent's too\n" });
    if (removes !== undefined) rmSync(join(path, removes), { recursive: true });
    const proof = await wired.capture("s", context);
    writeFiles(path, user);
    const before = picture(wired);

    await expect(putBack(wired, proof)).rejects.toMatchObject({ code: "git.failed" });

    expect(picture(wired)).toEqual(before);
  });

  it("can be given back although a git was killed while it did so before", async () => {
    const { wired, context, before } = await borrowed();
    writeFiles(wired.repository.path, { "a.txt": "the agent's\n" });
    const proof = await wired.capture("s", context);
    writeFiles(dirname(context.index), { "work.index.move": "half an index", "work.index.move.lock": "" });
    await putBack(wired, proof);
    expect(picture(wired)).toEqual(before);
  });
});
