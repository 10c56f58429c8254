import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { runNode } from "../../../test/kit/node.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { wire } from "../../../test/kit/wire.ts";
import type { ContextId, JobId } from "../../base/ids.ts";
import { thisOwner } from "../../process/tree/owner.ts";
import { type Places, placesIn } from "../home/places.ts";
import { claimAdmin, makingMark } from "./making.ts";
import { listContexts, readRecord, writeRecord } from "./record.ts";

const id = "job.s" as ContextId;

function home(): Places {
  const places = placesIn(tempFolder());
  mkdirSync(places.contexts);
  return places;
}

describe("an id", () => {
  it("is claimed with the mark of its maker in it", async () => {
    const places = home();
    await claimAdmin(places, id, "/the/folder");
    expect(JSON.parse(readFileSync(makingMark(places, id), "utf8"))).toEqual({
      owner: thisOwner(),
      path: "/the/folder",
    });
    expect(readdirSync(places.contexts)).toEqual([id]);
  });

  it("is claimed once, and later claims leave nothing behind", async () => {
    const places = home();
    await claimAdmin(places, id, "/first");
    await expect(claimAdmin(places, id, "/second")).rejects.toThrow();
    expect(readFileSync(makingMark(places, id), "utf8")).toContain("/first");
    expect(readdirSync(places.contexts)).toEqual([id]);
  });

  it("is claimed by one of many at once", async () => {
    const places = home();
    const claims = await Promise.allSettled(
      Array.from({ length: 20 }, (_, place) => claimAdmin(places, id, `/${place}`)),
    );
    expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const winner = claims.findIndex(({ status }) => status === "fulfilled");
    expect(JSON.parse(readFileSync(makingMark(places, id), "utf8"))).toMatchObject({ path: `/${winner}` });
    expect(readdirSync(places.contexts)).toEqual([id]);
  });

  it("is claimed by one of two processes, again and again", async () => {
    const places = home();
    const claimer = `
      const { claimAdmin } = await import(${JSON.stringify(new URL("./making.ts", import.meta.url).href)});
      const { placesIn } = await import(${JSON.stringify(new URL("../home/places.ts", import.meta.url).href)});
      const places = placesIn(process.argv[1]);
      let won = 0;
      for (let at = 0; at < 50; at += 1) await claimAdmin(places, "job." + at, null).then(() => (won += 1), () => undefined);
      console.log(won);`;
    const ends = await Promise.all([runNode(claimer, [places.home]), runNode(claimer, [places.home])]);
    expect(ends.map(({ stdout }) => Number(stdout.toString("utf8"))).reduce((a, b) => a + b)).toBe(50);
    expect(readdirSync(places.contexts)).toHaveLength(50);
  });

  it("is not blocked by an empty folder that a crash left", async () => {
    const places = home();
    mkdirSync(places.admin(id));
    await claimAdmin(places, id, null);
    expect(readdirSync(places.admin(id))).toEqual(["making"]);
  });
});

describe("the record of a context", () => {
  it("is read back as it was, and can be changed", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    const record = (await readRecord(wired.places, context.id))!;
    expect(record).toMatchObject({
      context,
      content: null,
      store: wired.store.gitDir,
      repository: wired.repository.gitDir,
    });
    await writeRecord(wired.places, { ...record, content: context.base });
    expect(await readRecord(wired.places, context.id)).toEqual({ ...record, content: context.base });
    // A draft of it that a power cut left is not it.
    writeFileSync(join(wired.places.admin(context.id), "record.json.new"), "{");
    expect(await listContexts(wired.places)).toHaveLength(1);
    expect(await listContexts(wired.places, record.job)).toHaveLength(1);
    expect(await listContexts(wired.places, record.job.slice(0, -1) as JobId)).toEqual([]);
  });

  it("is not there for one that is being made", async () => {
    const places = home();
    await claimAdmin(places, id, null);
    expect([await readRecord(places, id), await listContexts(places)]).toEqual([undefined, []]);
  });
});
