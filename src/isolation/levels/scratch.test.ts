import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deadOwner } from "../../../test/kit/bystander.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository, person, shown } from "../../../test/kit/repository.ts";
import { type Wired, job, wire } from "../../../test/kit/wire.ts";
import type { ContextId, SheetId } from "../../base/ids.ts";
import { contextIdOf } from "../context.ts";
import { type ScratchRequest, openScratch, withScratch } from "./scratch.ts";
import { sweepHome } from "../records/sweep.ts";

const sheet = "a" as SheetId;

function requestIn(wired: Wired, purpose: "check" | "base" = "check"): ScratchRequest {
  return {
    whose: { job, sheet, attempt: 1 },
    store: wired.store,
    commit: wired.repository.head(),
    identity: person,
    purpose,
    borrow: [],
  };
}

describe("a folder for checks", () => {
  it("is no context that a list shows, and can be had for a result and for its base at once", async () => {
    const wired = await wire(makeRepository({ "a.txt": "a\n" }));
    const seen = await withScratch(wired, requestIn(wired), (result) =>
      withScratch(wired, requestIn(wired, "base"), (base) => {
        expect(
          readdirSync(wired.places.contexts).flatMap((id) => readdirSync(join(wired.places.contexts, id))),
        ).not.toContain("record.json");
        return Promise.resolve([result, base].map((folder) => shown(folder, "a.txt")));
      }),
    );
    expect(seen).toEqual(["file a\n", "file a\n"]);
    expect([wired.places.contexts, wired.places.scratch].flatMap((folder) => readdirSync(folder))).toEqual([]);
    expect(existsSync(wired.places.trash)).toBe(false);
  });

  it.skipIf(!existsSync("/proc/self/stat"))("can be had again where a Tutti was killed while it made one", async () => {
    const wired = await wire(makeRepository({ "a.txt": "a\n" }));
    const id = `${contextIdOf(job, sheet, 1)}.check` as ContextId;
    mkdirSync(wired.places.admin(id));
    writeFileSync(join(wired.places.admin(id), "work.index.lock"), "");
    writeFileSync(
      join(wired.places.admin(id), "making"),
      JSON.stringify({ owner: await deadOwner(), path: join(wired.places.home, "scratch", "of-a-dead-one", id) }),
    );

    await sweepHome(wired.places, () => undefined);
    const seen = await withScratch(wired, requestIn(wired), (path) => Promise.resolve(shown(path, "a.txt")));

    expect(seen).toBe("file a\n");
    expect(readdirSync(wired.places.contexts)).toEqual([]);
  });

  it("is brought to another commit, with its own index and branch, where nothing has touched it", async () => {
    const wired = await wire(makeRepository({ "a.txt": "a\n", "b/gone.txt": "b\n", "same.txt": "s\n" }));
    const scratch = await openScratch(wired, requestIn(wired));
    wired.repository.git("rm", "-q", "b/gone.txt");
    const commit = wired.repository.commit({ "a.txt": "changed\n", "new/c.txt": "c\n" });
    const filled = await scratch.refill(commit);
    const folder = filled?.context.path ?? "";
    expect(folder).toBe(scratch.context.path);
    expect(filled?.context.base).toBe(commit);
    expect(["a.txt", "b", "same.txt", "new/c.txt"].map((name) => shown(folder, name))).toEqual([
      "file changed\n",
      "nothing",
      "file s\n",
      "file c\n",
    ]);
    expect([gitIn(folder, ["status", "--porcelain"]), gitIn(folder, ["rev-parse", "HEAD"])]).toEqual(["", commit]);
    await filled?.leave();
    expect([wired.places.contexts, wired.places.scratch].flatMap((at) => readdirSync(at))).toEqual([]);
  });

  it("is not brought to a commit that converts files in another way", async () => {
    const wired = await wire(makeRepository({ "a.txt": "a\n" }));
    const scratch = await openScratch(wired, requestIn(wired));
    const commit = wired.repository.commit({ ".gitattributes": "*.txt text eol=crlf\n" });
    expect(await scratch.refill(commit)).toBeUndefined();
    await scratch.leave();
  });
});
