import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { deadOwner, gitAtWorkIn } from "../../../test/kit/bystander.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, wire } from "../../../test/kit/wire.ts";
import type { ContextId } from "../../base/ids.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { type Owner, ownerName, thisOwner } from "../../process/tree/owner.ts";
import { readProcess } from "../../process/tree/proc.ts";
import type { Context } from "../context.ts";
import { sweepHome, sweepStore, sweepUnfinished } from "./sweep.ts";
import { writeMade } from "./making.ts";
import { type WritersQueue, writersQueue } from "../store/writers-queue.ts";

const levels = ["directory", "clone", "worktree", "full"] as const;

/** Puts a context back to what it was before it was handed out, as if its maker had stopped there. */
function unfinish(wired: Wired, context: Context, owner: Owner): void {
  const admin = wired.places.admin(context.id);
  rmSync(join(admin, "record.json"));
  writeFileSync(join(admin, "making"), JSON.stringify({ owner, path: context.path }));
}

/** An id with nothing but a mark, whose maker is dead. */
async function claim(wired: Wired, id: string, path: string | null): Promise<ContextId> {
  mkdirSync(wired.places.admin(id as ContextId), { recursive: true });
  writeFileSync(
    join(wired.places.admin(id as ContextId), "making"),
    JSON.stringify({ owner: await deadOwner(), path }),
  );
  return id as ContextId;
}

function listener(): { said: string[]; notice: (text: string) => void } {
  const said: string[] = [];
  return { said, notice: (text) => said.push(text) };
}

// A process can be proven dead only where the system lists its processes.
const system = describe.skipIf(!existsSync("/proc/self/stat"));

system.each(levels)("a context of level %s", (level) => {
  it("whose maker died is cleared, and the same id works again", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { level });
    const other = await wired.create("other", { level });
    unfinish(wired, context, await deadOwner());
    expect(await sweepUnfinished(wired.places, context.id)).toBe("swept");
    expect(
      [context.path, wired.places.admin(context.id), join(wired.store.hub, "worktrees", context.id)].filter((path) =>
        existsSync(path),
      ),
    ).toEqual([]);
    expect(await sweepUnfinished(wired.places, context.id)).toBe("nothing");
    const again = await wired.create("s", { level });
    expect(again).toEqual(context);
    expect(readFileSync(join(again.path, "README.md"), "utf8")).toBe("hello\n");
    if (level !== "directory") expect(gitIn(again.path, ["status", "--porcelain"])).toBe("");
    expect(existsSync(join(other.path, "README.md"))).toBe(true);
  });
});

system("a context", () => {
  it.each([
    ["lives", () => thisOwner()],
    ["can't be seen from here", async () => ({ ...(await deadOwner()), pidNamespace: "1" })],
  ])("whose maker %s stays", async (_, owner) => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    unfinish(wired, context, await owner());
    expect(await sweepUnfinished(wired.places, context.id)).toBe("in-use");
    await sweepHome(wired.places, () => expect.unreachable());
    expect([existsSync(join(context.path, "README.md")), existsSync(wired.places.admin(context.id))]).toEqual([
      true,
      true,
    ]);
  });

  it.each([
    "",
    "{}",
    '{"owner":{"pid":1},"path":"/"}',
    '{"owner":{"pid":-5,"startTime":"","bootId":"","pidNamespace":""},"path":"/tmp/s"}',
  ])("stays with a word when its mark says nothing: %j", async (mark) => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    unfinish(wired, context, thisOwner());
    writeFileSync(join(wired.places.admin(context.id), "making"), mark);
    const { said, notice } = listener();
    expect(await sweepUnfinished(wired.places, context.id, notice)).toBe("in-use");
    expect(said).toHaveLength(1);
    expect(existsSync(join(context.path, "README.md"))).toBe(true);
  });

  it("without a mark stays, even without its record", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    rmSync(join(wired.places.admin(context.id), "record.json"));
    await sweepHome(wired.places, () => expect.unreachable());
    expect([existsSync(context.path), existsSync(context.index)]).toEqual([true, true]);
  });

  it("that was ready when its maker died loses only the mark: a program may be at work in it", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    writeFileSync(
      join(wired.places.admin(context.id), "making"),
      JSON.stringify({ owner: await deadOwner(), path: context.path }),
    );
    expect(await sweepUnfinished(wired.places, context.id)).toBe("whole");
    expect(existsSync(join(context.path, "README.md"))).toBe(true);
    expect(readdirSync(wired.places.admin(context.id))).not.toContain("making");
    expect(readdirSync(wired.places.admin(context.id))).toContain("record.json");
  });

  it("is not cleared before the git of its dead maker has ended", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    unfinish(wired, context, await deadOwner());
    // Of two folders whose names begin alike only one is meant.
    mkdirSync(`${context.path}2`);
    const [git, neighbour] = await Promise.all([
      gitAtWorkIn("/", `--work-tree=${context.path}`),
      gitAtWorkIn(`${context.path}2`, `--work-tree=${context.path}2`),
    ]);
    const sweeping = sweepUnfinished(wired.places, context.id);
    // A later call comes after the first look.
    await expect.poll(() => existsSync(join(wired.places.locks, "sweep.lock")), { interval: 2 }).toBe(true);
    await writersQueue(join(wired.places.locks, "sweep.lock"), realWorld)(() => Promise.resolve());
    expect(existsSync(join(context.path, "README.md"))).toBe(true);
    await git.end();
    expect(await sweeping).toBe("swept");
    await neighbour.end();
  });

  it("made while another process was about to clear the same id stays", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    unfinish(wired, context, await deadOwner());
    mkdirSync(wired.places.locks, { recursive: true });
    let sweeping: Promise<unknown> = Promise.resolve();
    await writersQueue(
      join(wired.places.locks, "sweep.lock"),
      realWorld,
    )(async () => {
      sweeping = sweepUnfinished(wired.places, context.id);
      rmSync(context.path, { recursive: true });
      rmSync(wired.places.admin(context.id), { recursive: true });
      unfinish(wired, await wired.create("s"), thisOwner());
    });
    // It looked before the other was gone, or after.
    expect(["in-use", "nothing"]).toContain(await sweeping);
    expect(existsSync(join(context.path, "README.md"))).toBe(true);
  });
});

system("a mark of a dead maker removes nothing that the maker did not make:", () => {
  it("a folder that was there before stays, and an empty one goes", async () => {
    const wired = await wire(makeRepository());
    const [mine, empty] = [join(tempFolder(), "tasks", "mine"), join(tempFolder(), "tasks", "empty")];
    writeFiles(mine, { "work.txt": "work\n" });
    mkdirSync(empty, { recursive: true });
    const { said, notice } = listener();
    expect(await sweepUnfinished(wired.places, await claim(wired, "j.mine", mine), notice)).toBe("left");
    expect(await sweepUnfinished(wired.places, await claim(wired, "j.empty", empty), notice)).toBe("swept");
    expect(said).toEqual([expect.stringContaining(mine)]);
    expect([existsSync(join(mine, "work.txt")), existsSync(empty)]).toEqual([true, false]);
  });

  it("a folder that was put in the place of the one made stays", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    unfinish(wired, context, await deadOwner());
    renameSync(context.path, `${context.path}.old`);
    writeFiles(context.path, { "work.txt": "work\n" });
    expect(await sweepUnfinished(wired.places, context.id)).toBe("left");
    expect(existsSync(join(context.path, "work.txt"))).toBe(true);
  });

  it("a link stays, and what it leads to", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    unfinish(wired, context, await deadOwner());
    renameSync(context.path, `${context.path}.moved`);
    symlinkSync(`${context.path}.moved`, context.path);
    await writeMade(wired.places, context.id, context.path);
    expect(await sweepUnfinished(wired.places, context.id)).toBe("left");
    expect(existsSync(join(context.path, "README.md"))).toBe(true);
  });

  it("a folder of another name, one around the home, and the root stay", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    const around = dirname(wired.places.home);
    const [other, home] = [
      await claim(wired, "j.else", context.path),
      await claim(wired, `j.${basename(around)}`, around),
    ];
    await writeMade(wired.places, other, context.path);
    await writeMade(wired.places, home, around);
    for (const id of [other, home, await claim(wired, "j.", "/")])
      expect(await sweepUnfinished(wired.places, id)).toBe("left");
    expect([existsSync(join(context.path, "README.md")), existsSync(wired.places.home)]).toEqual([true, true]);
  });

  it("a claim that never appeared takes nothing from the one that did", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    const draft = await claim(wired, `${context.id}.new-Ab12Cd`, context.path);
    writeFileSync(join(wired.places.admin(draft), "made"), readFileSync(join(wired.places.admin(context.id), "made")));
    const named = await wired.create("new-ab12cd");
    unfinish(wired, named, await deadOwner());
    await sweepHome(wired.places, () => expect.unreachable());
    expect(readdirSync(wired.places.contexts)).toEqual([context.id]);
    expect([existsSync(join(context.path, "README.md")), existsSync(named.path)]).toEqual([true, false]);
  });

  it("a context in place loses the mark, not the user's folder", async () => {
    const wired = await wire(makeRepository());
    expect(await sweepUnfinished(wired.places, await claim(wired, "j.s", null))).toBe("swept");
    expect(readdirSync(wired.places.contexts)).toEqual([]);
  });
});

system("at the start of a player", () => {
  it("the scratch of dead processes goes, that of living ones stays", async () => {
    const { places } = await wire(makeRepository());
    const parent = { ...thisOwner(), pid: process.ppid, startTime: readProcess(process.ppid)?.startTime ?? "" };
    const dead = ownerName(await deadOwner());
    for (const name of [ownerName(parent), dead, "of-nobody"])
      writeFiles(join(places.home, "scratch", name), { "left/behind": "x" });
    writeFiles(places.scratch, { mine: "x" });
    writeFiles(places.trash, { "buried/work.txt": "x" });
    await sweepHome(places, () => expect.unreachable());
    expect(readdirSync(join(places.home, "scratch")).sort()).toEqual(
      [ownerName(parent), ownerName(thisOwner())].sort(),
    );
    expect([existsSync(join(places.scratch, "mine")), existsSync(join(places.trash, "buried"))]).toEqual([true, true]);
  });

  it("files of killed makers are cleared, and empty folders go", async () => {
    const wired = await wire(makeRepository());
    const [half, kept] = [await wired.create("half"), await wired.create("kept")];
    unfinish(wired, half, await deadOwner());
    mkdirSync(join(wired.places.contexts, "empty"));
    mkdirSync(join(wired.places.contexts, "j.s.new-Ab12Cd"));
    await sweepHome(wired.places, () => expect.unreachable());
    // A claim that is being prepared is empty for a moment.
    expect(readdirSync(wired.places.contexts).sort()).toEqual(["j.s.new-Ab12Cd", kept.id].sort());
    expect([existsSync(half.path), existsSync(kept.path)]).toEqual([false, true]);
  });
});

system("a store", () => {
  const names = [
    "packed-refs.lock",
    "refs/tutti/x.lock",
    "config.lock",
    "gc.pid",
    "objects/pack/tmp_pack_a",
    "objects/pack/.tmp-1-pack",
    "objects/12/tmp_obj_a",
  ];
  const leftovers = (wired: Wired): readonly string[] =>
    [wired.store.gitDir, wired.store.hub].flatMap((folder) =>
      names.map((name) => join(folder, name)).filter((path) => existsSync(path)),
    );
  const litter = (wired: Wired): void => {
    for (const folder of [wired.store.gitDir, wired.store.hub])
      for (const name of names) writeFiles(folder, { [name]: "" });
  };

  it("loses the locks and halves of killed git processes, and nothing else", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { level: "worktree" });
    writeFiles(join(wired.store.hub, "worktrees", context.id), { "index.lock": "" });
    litter(wired);
    await sweepStore(wired.places, wired.store, () => expect.unreachable());
    expect(leftovers(wired)).toEqual([]);
    expect(gitIn(context.path, ["commit", "-q", "--allow-empty", "-m", "goes on"])).toBe("");
    expect(existsSync(join(wired.store.hub, "worktrees", context.id, "locked"))).toBe(true);
  });

  it("keeps them, with a word, while a git works on it or in one of its worktrees", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { level: "worktree" });
    litter(wired);
    for (const start of [() => gitAtWorkIn("/", `--git-dir=${wired.store.gitDir}`), () => gitAtWorkIn(context.path)]) {
      const git = await start();
      const { said, notice } = listener();
      await sweepStore(wired.places, wired.store, notice);
      expect([said.length, leftovers(wired).length]).toEqual([14, 14]);
      await git.end();
    }
    await sweepStore(wired.places, wired.store);
    expect(leftovers(wired)).toEqual([]);
  });

  it("is swept in its turn among the writers only", async () => {
    const wired = await wire(makeRepository());
    litter(wired);
    const noTurn = (() => Promise.resolve()) as WritersQueue;
    await sweepStore(wired.places, { ...wired.store, writers: noTurn });
    expect(leftovers(wired)).toHaveLength(14);
  });

  it("forgets a worktree of which nothing else is left, and no other", async () => {
    const wired = await wire(makeRepository());
    const make = (sheet: string): Promise<Context> => wired.create(sheet, { level: "worktree" });
    const [kept, noFiles, noNotes, gone] = [
      await make("kept"),
      await make("no-files"),
      await make("no-notes"),
      await make("gone"),
    ];
    rmSync(noFiles.path, { recursive: true });
    rmSync(wired.places.admin(noNotes.id), { recursive: true });
    for (const path of [gone.path, wired.places.admin(gone.id)]) rmSync(path, { recursive: true });
    await sweepStore(wired.places, wired.store);
    expect(readdirSync(join(wired.store.hub, "worktrees")).sort()).toEqual([kept.id, noFiles.id, noNotes.id]);
    expect(gitIn(noNotes.path, ["status", "--porcelain"])).toBe("");
  });
});
