import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { scoreIn } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";
import { fileAt, landed, makeSign, scoreOf } from "./story.ts";

const hasLimits = spawnSync("prlimit", ["--version"]).status === 0;

/** No file of a process may grow past this: the same errors as from a full disk, without one. */
function limitFiles(pid: number, bytes: number | "unlimited"): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${String(bytes)}:`]);
}

describe.skipIf(!hasLimits)("a conductor whose disk is full", () => {
  it("says so, plays nothing, keeps all that was recorded, and goes on by itself when there is room", async () => {
    const kit = makeConductorKit();
    const repository = makeRepository().path;
    const [one, two] = [join(tempFolder(), "one"), join(tempFolder(), "two")];
    const sign = makeSign();
    kit.cli("start");
    const { pid } = await kit.running();
    const tutti = await kit.client();
    const submit = async (script: string) =>
      (await tutti.call("job.submit", { score: scoreIn(repository, scoreOf({ a: script })), folder: repository })).job;
    const ending = await submit(`wait-for ${one}\ncreate one.txt one`);
    const working = await submit(
      `on-attempt 1 create half.txt half\ncreate ${sign.path}\nwait-for ${two}\ncreate two.txt two`,
    );
    await sign.seen();
    const history = async () => (await tutti.call("job.history", { job: working, folder: "/" }))?.events ?? [];
    const before = await history();
    limitFiles(pid, 4096);
    writeFileSync(one, "");
    const { why } = await until(async () => {
      const ready = await tutti.call("conductor.ready", {});
      return ready.ready ? undefined : ready;
    });
    expect(why).toContain("no job is played until it can be written again");
    expect(await tutti.call("conductor.health", {})).toMatchObject({ healthy: false });
    await expect(tutti.call("job.list", {})).rejects.toMatchObject({
      code: "store.write_failed",
      hint: expect.stringContaining("goes on by itself") as string,
    });
    limitFiles(pid, "unlimited");
    await until(async () => ((await tutti.call("conductor.ready", {})).ready ? true : undefined));
    expect((await history()).slice(0, before.length).map(({ position, type }) => [position, type])).toEqual(
      before.map(({ position, type }) => [position, type]),
    );
    writeFileSync(two, "");
    const finished = async (job: typeof ending) =>
      until(async () => {
        const view = await tutti.call("job.status", { job, folder: "/" });
        return view?.status === "finished" ? view : undefined;
      });
    expect(await finished(ending)).toMatchObject({ counts: { landed: 1 } });
    expect(await finished(working)).toMatchObject({ counts: { landed: 1 }, sheets: [{ attempts: 2 }] });
    expect(["one.txt", "half.txt", "two.txt"].map((path) => fileAt(repository, path))).toEqual(["one", "half", "two"]);
    expect(landed(repository).length).toBe(2);
    expect((await kit.running()).pid).toBe(pid);
    await tutti.close();
  });
});
