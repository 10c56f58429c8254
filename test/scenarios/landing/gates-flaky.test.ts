import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { EpochMs, TreeSha } from "../../../src/base/ids.ts";
import { nextQuarantine, runsAgain } from "../../../src/landing/gates/ask.ts";
import type { Entry } from "../../../src/store/entry.ts";
import type { Quarantine } from "../../../src/store/verdict.ts";
import { tempFolder } from "../../kit/folders.ts";
import { type GateGround, makeGround } from "./gates-ground.ts";

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

/** Fails as often as is written in a file outside of the tree; then it passes. */
function shaky(): { readonly run: string; readonly fail: (times: number) => void; readonly runs: () => number } {
  const folder = tempFolder();
  const [left, runs] = [join(folder, "left"), join(folder, "runs")];
  writeFileSync(left, "0");
  return {
    run: `echo x >> '${runs}'; n=$(cat '${left}'); if [ $n -gt 0 ]; then echo $((n - 1)) > '${left}'; echo bad $n; exit 1; fi; echo good`,
    fail: (times) => {
      writeFileSync(left, String(times));
    },
    runs: () => (existsSync(runs) ? readFileSync(runs, "utf8").length / 2 : 0),
  };
}

describe("a gate that fails", () => {
  it("and passes when it is run once more has passed, is called flaky, and is in quarantine with both of what it said", async () => {
    const { reports, store, notices, repository, reopen } = await ground();
    const gate = shaky();
    gate.fail(1);
    const [report] = await reports([{ name: "shaky one", run: gate.run }]);
    expect(report).toMatchObject({ passed: true, isFlaky: true, reason: "" });
    expect(gate.runs()).toBe(2);
    await reopen();
    const [item] = await store().quarantine();
    const tree = repository.git("rev-parse", "HEAD^{tree}");
    expect(item).toMatchObject({
      name: "shaky one",
      digest: report?.digest,
      since: report?.at,
      flakes: 1,
      runs: 1,
      clean: 0,
    });
    expect(item?.last).toEqual({ at: report?.at, tree, failed: "bad 1", passed: "good" });
    expect(notices).toEqual([
      expect.stringContaining(`"shaky one" failed and then passed on the same tree ${tree.slice(0, 10)}`) as string,
    ]);
    expect(await reports([{ name: "shaky one", run: gate.run }])).toMatchObject([
      { passed: true, isFlaky: true, isCached: true },
    ]);
  });

  it("twice has failed, and is not in quarantine", async () => {
    const { reports, store } = await ground();
    const gate = shaky();
    gate.fail(2);
    expect(await reports([{ name: "g", run: gate.run }])).toMatchObject([
      { passed: false, isFlaky: false, reason: expect.stringContaining("bad 1") as string },
    ]);
    expect([gate.runs(), await store().quarantine()]).toEqual([2, []]);
  });

  it("in a trial is left in doubt, unrecorded; asked again, it goes on with its second run, which may tell that it is flaky", async () => {
    const { reports, store, notices } = await ground();
    const gate = shaky();
    gate.fail(1);
    const gates = [{ name: "g", run: gate.run }];
    const doubted = [{ passed: false, isDoubted: true, reason: expect.stringContaining("bad 1") as string }];
    expect(await reports(gates, { isTrial: true })).toMatchObject(doubted);
    expect(await reports(gates, { isTrial: true })).toMatchObject(doubted);
    expect([gate.runs(), notices, await store().quarantine()]).toEqual([1, [], []]);
    const [report] = await reports(gates);
    expect([report, gate.runs()]).toMatchObject([{ passed: true, isFlaky: true }, 2]);
    expect(report).not.toHaveProperty("isDoubted");
    expect(await store().quarantine()).toMatchObject([{ flakes: 1, last: { failed: "bad 1", passed: "good" } }]);
  });

  it("in a trial and then again has failed, in two runs; for want of time it has at once", async () => {
    const { reports, ask } = await ground();
    const gate = shaky();
    gate.fail(2);
    const gates = [{ name: "g", run: gate.run }];
    await reports(gates, { isTrial: true });
    expect([await reports(gates), gate.runs()]).toMatchObject([[{ passed: false, isFlaky: false }], 2]);
    expect(await reports(gates, { isTrial: true })).toMatchObject([{ passed: false, isCached: true }]);
    const [answer] = await ask([{ name: "slow", run: "exec sleep 600", timeout: "50ms" }], { isTrial: true });
    expect(answer?.report).toMatchObject({ passed: false });
    expect(answer?.report).not.toHaveProperty("isDoubted");
  });

  it("in quarantine is run up to two more times", async () => {
    const { reports, store, repository } = await ground();
    const gate = shaky();
    gate.fail(1);
    await reports([{ name: "g", run: gate.run }]);
    gate.fail(2);
    repository.commit({ "b.txt": "b" });
    expect(await reports([{ name: "g", run: gate.run }])).toMatchObject([{ passed: true, isFlaky: true }]);
    expect([gate.runs(), await store().quarantine()]).toMatchObject([
      5,
      [{ flakes: 2, runs: 2, last: { failed: "bad 2" } }],
    ]);
    gate.fail(3);
    repository.commit({ "c.txt": "c" });
    expect(await reports([{ name: "g", run: gate.run }])).toMatchObject([{ passed: false, isFlaky: false }]);
    expect([gate.runs(), await store().quarantine()]).toMatchObject([8, [{ flakes: 2, runs: 3, clean: 0 }]]);
  });

  it("for want of time is not run again", async () => {
    const { ask } = await ground();
    const [answer] = await ask([{ name: "g", run: "exec sleep 600", timeout: "50ms" }]);
    expect([answer?.report.passed, answer?.logs.length]).toEqual([false, 1]);
  });

  it("is run again on the tree, not on what its first run left", async () => {
    const { reports } = await ground();
    expect(await reports([{ name: "g", run: "test -e left || { touch left; exit 1; }" }])).toMatchObject([
      { passed: false },
    ]);
  });

  it("by several at once is counted by each of them", async () => {
    const plain = await ground();
    const { store, repository } = plain;
    const slow = {
      append: async (entries: readonly Entry[]) => {
        // Long enough for the others to have read what this one is about to change.
        for (let turn = 0; turn < 5000; turn += 1) await new Promise(setImmediate);
        return store().journal.append(entries);
      },
    };
    const { memory, ...others } = plain.hands();
    const hands = { ...others, memory: { ...memory, journal: slow } };
    const reports: GateGround["reports"] = async (gates, how) =>
      (await plain.ask(gates, { ...how, hands })).map(({ report }) => report);
    const folder = tempFolder();
    const run = `read tree < tree.txt; test -e "${folder}/$tree" || { touch "${folder}/$tree"; exit 1; }`;
    const commits = ["1", "2", "3", "4"].map((tree) => repository.commit({ "tree.txt": `${tree}\n` }));
    const found = await Promise.all(commits.map((commit) => reports([{ name: "g", run }], { commit })));
    expect(found.flat().map(({ isFlaky }) => isFlaky)).toEqual([true, true, true, true]);
    expect(await store().quarantine()).toMatchObject([{ flakes: 4, runs: 4 }]);
  });
});

describe("quarantine", () => {
  const gate = { digest: "d", name: "g" };
  const flake = (at: number): Quarantine["last"] => ({
    at: at as EpochMs,
    tree: "t" as TreeSha,
    failed: "f",
    passed: "p",
  });
  const inside: Quarantine = { ...gate, since: 1 as EpochMs, flakes: 1, runs: 1, clean: 0, last: flake(1) };

  it("is left after twenty clean runs in a row, which a flake begins anew and a failure does not count for", () => {
    let now: Quarantine | null = inside;
    const ask = (asked: Parameters<typeof nextQuarantine>[2]): void => {
      now = nextQuarantine(now ?? undefined, gate, asked);
    };
    for (let run = 0; run < 19; run += 1) ask({ kind: "clean" });
    ask({ kind: "failed" });
    expect(now).toMatchObject({ clean: 19, runs: 21, flakes: 1 });
    ask({ kind: "flaky", flake: flake(9) });
    expect(now).toMatchObject({ clean: 0, runs: 22, flakes: 2, since: 1, last: { at: 9 } });
    for (let run = 0; run < 20; run += 1) {
      expect(now).not.toBeNull();
      ask({ kind: "clean" });
    }
    expect(now).toBeNull();
    ask({ kind: "clean" });
    ask({ kind: "failed" });
    expect(now).toBeNull();
  });

  it("means two more runs instead of one", () => {
    expect([runsAgain(undefined), runsAgain(inside)]).toEqual([1, 2]);
  });

  it("is reported and recorded when it is over", async () => {
    const { reports, store, notices } = await ground();
    const [report] = await reports([{ name: "g", run: "true" }]);
    const digest = report?.digest ?? "";
    await store().journal.append([
      { about: "verdict", change: { kind: "quarantine", digest, quarantine: { ...inside, digest, clean: 18 } } },
    ]);
    await reports([{ name: "g", run: "true" }], { isAnew: true });
    expect([await store().quarantine(), notices]).toMatchObject([[{ clean: 19 }], []]);
    await reports([{ name: "g", run: "true" }], { isAnew: true });
    expect([await store().quarantine(), notices]).toEqual([
      [],
      ['the gate "g" is out of quarantine: 20 runs in a row were clean'],
    ]);
  });
});
