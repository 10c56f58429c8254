import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { EpochMs, TreeSha } from "../../../src/base/ids.ts";
import { forgetVerdicts } from "../../../src/landing/gates/run.ts";
import { programsOf, toolchainOf } from "../../../src/landing/gates/toolchain.ts";
import { openReader, openStore } from "../../../src/store/sqlite/open.ts";
import type { KeptVerdict } from "../../../src/store/verdict.ts";
import { takeStoreBack } from "../../kit/earlier-store.ts";
import { tempFolder } from "../../kit/folders.ts";
import { hermetic } from "../../kit/git.ts";
import { type GateGround, gatesFrom, makeGround } from "./gates-ground.ts";

let grounds: GateGround[] = [];
afterEach(async () => {
  for (const ground of grounds) await ground.close();
  grounds = [];
});
async function ground(...how: Parameters<typeof makeGround>): Promise<GateGround> {
  const made = await makeGround(...how);
  grounds.push(made);
  return made;
}

/** A gate that writes down each of its runs, outside of what it judges. */
function counting(end = "true"): { readonly run: string; readonly count: () => number } {
  const file = join(tempFolder(), "runs");
  return {
    run: `echo x >> '${file}'; ${end}`,
    count: () => (existsSync(file) ? readFileSync(file, "utf8").length / 2 : 0),
  };
}

describe("a verdict", () => {
  it("is asked for once for a tree, under each commit and gate name with that tree, also after a restart", async () => {
    const { reports, repository, reopen } = await ground();
    const gate = counting();
    const [first] = await reports([{ name: "g", run: gate.run }]);
    const again = repository.commit({}, "the same tree");
    const [second] = await reports([{ name: "other", run: gate.run, timeout: "5s" }], { commit: again });
    await reopen();
    const [third] = await reports([{ name: "g", run: gate.run }]);
    expect(gate.count()).toBe(1);
    expect(first).toMatchObject({ passed: true, isCached: false });
    expect(second).toEqual({ ...first, name: "other", isCached: true });
    expect(third).toEqual({ ...first, isCached: true });
  });

  it("is kept when it is a failure too, and says how to have the gate tried again", async () => {
    const { reports, reopen, notices } = await ground();
    const gate = counting("echo broken; false");
    const [first] = await reports([{ name: "g", run: gate.run }]);
    await reopen();
    const [second] = await reports([{ name: "g", run: gate.run }]);
    expect([gate.count(), first?.passed, second?.passed]).toEqual([2, false, false]);
    expect(second?.reason).toBe(
      `as before, on the same tree (tutti gates forget lets it be run again): ${first?.reason ?? ""}`,
    );
    expect(notices).toHaveLength(1);
  });

  it("does not count for another tree, another command, or when it is to be asked anew", async () => {
    const { reports, repository } = await ground();
    const [one, other] = [counting(), counting()];
    await reports([{ name: "g", run: one.run }]);
    await reports([{ name: "g", run: other.run }]);
    expect([one.count(), other.count()]).toEqual([1, 1]);
    await reports([{ name: "g", run: one.run }], { isAnew: true });
    repository.commit({ "b.txt": "b" });
    await reports([{ name: "g", run: one.run }]);
    expect([one.count(), other.count()]).toEqual([3, 1]);
  });

  it("of a quick form counts only for what the tree was compared with", async () => {
    const { reports, repository } = await ground();
    const base = repository.head();
    const middle = repository.commit({ "b.txt": "b" });
    const commit = repository.commit({ "c.txt": "c" });
    const gate = counting();
    const gates = [{ name: "g", run: "false", quick: gate.run }];
    const cached = async (onto: typeof base): Promise<boolean | undefined> =>
      (await reports(gates, { commit, onto, tests: "quick" }))[0]?.isCached;
    expect([await cached(base), await cached(middle), await cached(base), await cached(middle)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(gate.count()).toBe(2);
  });

  it("counts no longer when a program that the gate is run with is another one", async () => {
    const bin = tempFolder();
    const install = (name: string, text: string): void => {
      writeFileSync(join(bin, name), text);
      chmodSync(join(bin, name), 0o755);
    };
    install("checker", "#!/bin/sh\nexit 0\n");
    const { reports } = await ground({}, { ...hermetic, PATH: `${bin}:${hermetic["PATH"] ?? ""}` });
    const gates = [{ name: "g", run: "true && checker --all" }];
    const ask = async (): Promise<readonly (boolean | undefined)[]> =>
      (await reports(gates)).flatMap(({ passed, isCached }) => [passed, isCached]);
    expect([await ask(), await ask()]).toEqual([
      [true, false],
      [true, true],
    ]);
    install("checker", "#!/bin/sh\n# newer\nexit 1\n");
    expect([await ask(), await ask()]).toEqual([
      [false, false],
      [false, true],
    ]);
  });

  it("does not count with a longer timeout when it came from a short one", async () => {
    const { reports } = await ground();
    const ask = (timeout: string): ReturnType<typeof reports> =>
      reports([{ name: "g", run: "exec sleep 600", timeout }]);
    expect(await ask("60ms")).toMatchObject([
      { passed: false, isCached: false, reason: expect.stringContaining("did not end within 0.1 s") as string },
    ]);
    expect([
      (await ask("60ms"))[0]?.isCached,
      (await ask("50ms"))[0]?.isCached,
      (await ask("70ms"))[0]?.isCached,
    ]).toEqual([true, true, false]);
  });

  it("can be dropped: those of some gates, or all", async () => {
    const { reports, store } = await ground();
    const [one, other] = [counting(), counting()];
    const gates = [
      { name: "a", run: one.run },
      { name: "b", run: other.run },
    ];
    await reports(gates);
    const digests = gatesFrom(gates).map(({ digest }) => digest);
    expect(await forgetVerdicts(store(), digests.slice(0, 1))).toBe(1);
    await reports(gates);
    expect([one.count(), other.count()]).toEqual([2, 1]);
    expect([await forgetVerdicts(store(), []), await forgetVerdicts(store(), null)]).toEqual([0, 2]);
    await reports(gates);
    expect([one.count(), other.count()]).toEqual([3, 2]);
  });

  it("goes when ten thousand newer ones are there", async () => {
    const store = await openStore(tempFolder());
    const verdict = (tree: number): KeptVerdict => ({
      tree: String(tree) as TreeSha,
      digest: "d",
      toolchain: "t",
      against: null,
      name: "g",
      passed: true,
      isFlaky: false,
      ms: 1,
      at: tree as EpochMs,
      reason: "",
      timedOutMs: null,
    });
    const all = Array.from({ length: 10_003 }, (_, index) => verdict(index));
    await store.journal.append(all.map((item) => ({ about: "verdict", change: { kind: "said", verdict: item } })));
    const found = await Promise.all([0, 2, 3, 10_002].map((tree) => store.verdict(verdict(tree))));
    expect(found).toEqual([undefined, undefined, verdict(3), verdict(10_002)]);
    expect([await store.countVerdicts(null), await store.position()]).toEqual([10_000, 0]);
    await store.close();
  });

  it("is nothing to a reader of a store that no writer has brought up to date", async () => {
    const home = tempFolder();
    await (await openStore(home)).close();
    const { DatabaseSync } = await import("node:sqlite");
    takeStoreBack(home, 5);
    const database = new DatabaseSync(join(home, "tutti.db"));
    const tables = ["verdict", "quarantine", "queue", "trial"];
    const later = tables.map((table) => `drop table ${table}`);
    database.exec([...later, "update meta set value = '3' where key = 'version'"].join(";"));
    database.close();
    const reader = await openReader(home);
    expect([await reader?.countVerdicts(null), await reader?.quarantine()]).toEqual([0, []]);
    await reader?.close();
    const store = await openStore(home);
    expect(await store.countVerdicts(null)).toBe(0);
    await store.close();
  });
});

describe("a toolchain", () => {
  const bin = tempFolder();
  const install = (name: string, text: string): void => {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
    utimesSync(join(bin, name), 1_000_000, 1_000_000);
  };
  const of = (run: string | readonly string[], more: object = {}): Promise<string> => {
    const [gate] = gatesFrom([{ name: "g", run, ...more }]);
    if (gate === undefined) throw new Error("no gate");
    return toolchainOf(programsOf(gate), `${bin}:/usr/bin:/bin`);
  };

  it("is that of the programs the command names, what runs them, and those that the gate names besides", async () => {
    install("one", "#!/usr/bin/env interp\n");
    install("interp", "binary");
    install("extra", "binary");
    const commands: readonly (() => Promise<string>)[] = [
      () => of(["one"]),
      () => of("if true; then one; fi"),
      () => of("true", { toolchain: ["extra"] }),
      () => of("true"),
      () => of(["./one"]),
    ];
    const ask = async (): Promise<readonly string[]> => Promise.all(commands.map((command) => command()));
    const before = await ask();
    expect(await ask()).toEqual(before);
    const isSame = async (): Promise<readonly boolean[]> =>
      (await ask()).map((digest, index) => digest === before[index]);
    install("interp", "other");
    expect(await isSame()).toEqual([false, false, true, true, true]);
    install("interp", "binary");
    install("extra", "newer binary");
    expect(await isSame()).toEqual([true, true, false, true, true]);
  });

  it("is another one when the same name leads elsewhere, or to something newer, or is there at last", async () => {
    mkdirSync(join(bin, "versions"));
    for (const version of ["1", "2"]) install(`versions/${version}`, "binary");
    const missing = await of(["linked"]);
    symlinkSync(join(bin, "versions/1"), join(bin, "linked"));
    const first = await of(["linked"]);
    utimesSync(join(bin, "versions/1"), 2_000_000, 2_000_000);
    const touched = await of(["linked"]);
    appendFileSync(join(bin, "versions/1"), "more");
    utimesSync(join(bin, "versions/1"), 2_000_000, 2_000_000);
    expect(new Set([missing, first, touched, await of(["linked"])]).size).toBe(4);
  });
});
