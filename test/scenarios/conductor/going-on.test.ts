import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JobView } from "../../../src/api/contract/job.ts";
import { type ConductorKit, makeConductorKit, until } from "../../kit/conductor.ts";
import { itLong } from "../../kit/long.ts";

/** A repository, and a job in it whose one sheet waits for a file. */
function playWaiting(kit: ConductorKit) {
  const root = kit.env["HOME"] ?? "";
  const repository = join(root, "repository");
  mkdirSync(repository);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", repository, ...args], { encoding: "utf8" });
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.com");
  git("commit", "--quiet", "--allow-empty", "--message", "begin");
  const score = join(root, "score.yaml");
  const go = join(root, "go");
  writeFileSync(
    score,
    JSON.stringify({
      name: "story",
      agent: "scripted",
      sheets: [{ id: "one", prompt: `wait-for ${go}\ncreate a.txt done` }],
    }),
  );
  const status = (): JobView | null => JSON.parse(kit.cli("status", "--json").out) as JobView | null;
  const untilState = (state: string) => until(() => (status()?.sheets[0]?.state === state ? true : undefined));
  return { client: kit.begin("run", score, "--repo", repository), goOn: () => writeFileSync(go, ""), untilState, git };
}

describe("a job that is being played", () => {
  it("is paused by tutti stop and goes on at tutti start, without another word", async () => {
    const kit = makeConductorKit();
    const job = playWaiting(kit);
    await job.untilState("running");
    expect(kit.cli("stop").out).toContain("1 job is safe and will go on at the next start");
    await job.client.ended;
    expect(existsSync(kit.places.running)).toBe(false);
    job.goOn();
    kit.cli("start");
    await job.untilState("landed");
    expect(job.git("show", "main:a.txt")).toBe("done\n");
  });

  itLong("goes on after its conductor was stopped without waiting", async () => {
    const kit = makeConductorKit();
    const job = playWaiting(kit);
    await job.untilState("running");
    expect(kit.cli("stop", "--now").code).toBe(0);
    job.goOn();
    kit.cli("start");
    await job.untilState("landed");
    expect(job.git("log", "--format=%s", "main").trim().split("\n").length).toBe(2);
    job.client.kill("SIGKILL");
    await job.client.ended;
  });
});
