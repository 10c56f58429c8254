import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openReader } from "../../../src/store/sqlite/open.ts";
import { type Kit, embedded, makeKit } from "../../kit/kit.ts";
import { itLong, oneOf } from "../../kit/long.ts";
import { expectProven, inferred, loseDatabase, playUntil, subjects } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

describe("with its database lost, a job is rebuilt from what it left", () => {
  it("landed sheets stay, ready ones land, half-done ones continue, and unstarted ones begin", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    const stopped = await playUntil(kit, "ready captured");
    expect(stopped.states).toEqual({ first: "landed", broken: "failed", ready: "captured", untouched: "waiting" });
    const [landed] = kit.git("log", "-1", "--format=%h").trim().split("\n");
    loseDatabase(kit);

    const again = await kit.resume({ infer: {} });

    expect(again.job.id).toBe(stopped.job.id);
    expect(again.states).toEqual({ first: "landed", broken: "landed", ready: "landed", untouched: "landed" });
    expect([...subjects(kit)].sort()).toEqual(["begin", "broken", "first", "ready", "untouched"]);
    const started = again.progress.flatMap((item) =>
      item.kind === "sheet" && item.event.kind === "started" ? [`${item.sheet} ${String(item.event.attempt)}`] : [],
    );
    expect(started.toSorted()).toEqual(["broken 2", "untouched 1"]);
    // The second attempt only adds what is missing, so the work of the first is still there.
    expect(kit.at("main", "half.txt")).toBe("half\n");
    expect(await inferred(kit)).toMatchObject({
      first: expect.stringContaining(`landed as ${landed ?? ""}`) as string,
      broken: expect.stringContaining("does not pass its validations") as string,
      ready: expect.stringContaining("passes its validations") as string,
      untouched: "there is no trace of it",
    });
    await expectProven(kit, 4);
  });

  itLong("of a job that had landed all, nothing is done again", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    const { job } = await kit.play({
      one: "create one.txt one",
      two: { script: "create two.txt two", after: ["one"] },
    });
    const before = kit.git("rev-parse", "main");
    loseDatabase(kit);

    const again = await kit.resume({ infer: {} });

    expect(again.job.id).toBe(job.id);
    expect(again.states).toEqual({ one: "landed", two: "landed" });
    expect(again.progress.filter((item) => item.kind === "sheet" && item.event.kind !== "inferred")).toEqual([]);
    expect(kit.git("rev-parse", "main")).toBe(before);
    await expectProven(kit, 2);
  });

  // The long form has the levels between these as well.
  itLong.each(oneOf(4, [["directory"], ["worktree"], [{ mode: "worktree", per: "job" }], ["full"]]))(
    "also with isolation: %j",
    async (isolation) => {
      kit = makeKit({ "a.txt": "a\n" }, embedded);
      await playUntil(kit, "ready captured", { score: { isolation } });
      loseDatabase(kit);

      const again = await kit.resume({ infer: {} });

      expect(again.states).toEqual({ first: "landed", broken: "landed", ready: "landed", untouched: "landed" });
      expect([...subjects(kit)].sort()).toEqual(["begin", "broken", "first", "ready", "untouched"]);
      await expectProven(kit, 4);
    },
  );

  itLong("results that went to a branch of their own go there still", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    kit.write("first.txt", "mine, and in the way\n");
    const { job } = await playUntil(kit, "ready captured");
    expect(job.landsOn).toBe(`refs/heads/tutti/${job.id}`);
    loseDatabase(kit);

    const again = await kit.resume({ infer: {} });

    expect(again.job.landsOn).toBe(job.landsOn);
    expect([...subjects(kit, `tutti/${job.id}`)].sort()).toEqual(["begin", "broken", "first", "ready", "untouched"]);
    expect(kit.read("first.txt")).toBe("mine, and in the way\n");
    await expectProven(kit, 4);
  });

  it("the command line does it, and says what it made of each sheet", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    await kit.play({ one: "create one.txt one" });
    loseDatabase(kit);
    expect(kit.cli("resume")).toMatchObject({ code: 0, out: expect.stringContaining("--infer") as string });

    const again = kit.cli("resume", "--infer");

    expect(again).toMatchObject({
      code: 0,
      err: expect.stringMatching(/one inferred: landed, landed as [0-9a-f]{10}, found on main/) as string,
    });
    expect(kit.cli("status").out).toMatch(/ {4}inferred: landed as [0-9a-f]{10}, found on main/);
    expect(JSON.parse(kit.cli("status", "--json").out)).toMatchObject({
      inferred: true,
      sheets: [{ inferred: expect.stringContaining("landed as") as string }],
    });
    expect(kit.cli("resume", "--infer").code).toBe(2);
  });

  it("a database that is damaged is put aside, never deleted, and only when it is asked for", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    await kit.play({ one: "create one.txt one" });
    writeFileSync(join(kit.home, "tutti.db"), "this is no database".repeat(100));
    await expect(kit.resume()).rejects.toMatchObject({ code: "store.corrupt" });
    expect(readdirSync(kit.home).filter((name) => name.includes("broken"))).toEqual([]);

    const again = await kit.resume({ infer: {} });

    expect(again.states).toEqual({ one: "landed" });
    expect(readFileSync(join(kit.home, "tutti.db.broken-1"), "utf8")).toContain("this is no database");
    expect(
      again.progress.find((item) => item.kind === "notice" && item.text.includes("tutti.db.broken-1")),
    ).toBeDefined();
  });

  itLong(
    "an attempt that died with its Tutti goes on from what it had done, also what came after its last snapshot",
    async () => {
      kit = makeKit({ "a.txt": "a\n" }, embedded);
      const child = kit.spawn({
        quick: "create quick.txt quick",
        // Its validations pass from the start: they say nothing of an agent that did not finish.
        slow: {
          script: "on-attempt 1 hang\ncreate rest.txt rest",
          after: ["quick"],
          validations: [{ file_exists: "a.txt" }],
        },
      });
      await child.until((view) => typeof view?.sheets[1]?.context?.path === "string");
      child.kill();
      await child.gone();
      writeFileSync(join((await kit.status())?.sheets[1]?.context?.path ?? "", "late.txt"), "late\n");
      loseDatabase(kit);

      const again = await kit.resume({ infer: {} });

      expect(again.states).toEqual({ quick: "landed", slow: "landed" });
      expect(subjects(kit)).toEqual(["slow", "quick", "begin"]);
      expect([kit.at("main", "late.txt"), kit.at("main", "rest.txt")]).toEqual(["late\n", "rest\n"]);
      expect((await inferred(kit))["slow"]).toContain("was cut off");
      expect(await kit.log("slow")).toContain("An earlier attempt did part of this work");
      await expectProven(kit, 2);
      // The processes and locks that the killed conductor left are told apart from this conductor's own.
      const store = await openReader(kit.home);
      expect(await store?.epoch()).toBeGreaterThan(1_000_000_000);
      await store?.close();
    },
  );

  itLong("a stop in the middle of it claims nothing: what could not be judged goes on", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    await playUntil(kit, "ready captured");
    loseDatabase(kit);
    const stop = new AbortController();

    const stopped = await kit.resume({
      infer: {},
      stop: stop.signal,
      watch: (progress) => {
        if (progress.kind === "notice" && progress.text.includes("validations are run again")) stop.abort();
      },
    });
    expect(stopped.how.kind).toBe("stopped");
    expect(stopped.states).toEqual({ first: "landed", broken: "waiting", ready: "waiting", untouched: "waiting" });

    expect((await inferred(kit))["ready"]).toContain("could not be run");

    expect((await kit.resume()).states).toEqual({
      first: "landed",
      broken: "landed",
      ready: "landed",
      untouched: "landed",
    });
    expect([...subjects(kit)].sort()).toEqual(["begin", "broken", "first", "ready", "untouched"]);
  });
});

describe("a job that worked in the folder itself", () => {
  it("counts as done where its validations still pass, and goes on where they do not", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    const score = {
      good: { script: "create good.txt good", validations: [{ file_exists: "good.txt" }] },
      spoiled: { script: "create spoiled.txt spoiled", validations: [{ file_exists: "spoiled.txt" }] },
      later: { script: "create later.txt later", validations: [{ file_exists: "later.txt" }] },
    };
    await playUntil(kit, "spoiled done", { sheets: score, score: { isolation: "none" } });
    loseDatabase(kit);
    rmSync(join(kit.repository, "spoiled.txt"));

    const again = await kit.resume({ infer: {} });

    expect(again.states).toEqual({ good: "done", spoiled: "done", later: "done" });
    const started = again.progress.flatMap((item) =>
      item.kind === "sheet" && item.event.kind === "started" ? [item.sheet] : [],
    );
    expect(started).toEqual(["spoiled", "later"]);
    expect((await inferred(kit))["good"]).toBe("its validations pass in the folder");
    expect(subjects(kit)).toEqual(["begin"]);
  });
});
