import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Tutti } from "../../../src/api/tutti.ts";
import type { JobId } from "../../../src/base/ids.ts";
import { type ConductorKit, makeConductorKit, until } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { scoreIn } from "../../kit/live.ts";
import { itLong } from "../../kit/long.ts";
import { makeRepository } from "../../kit/repository.ts";

const secret = "a-token-that-nobody-else-has-4711";
const digest = createHash("sha256").update(secret).digest("hex");

interface Scene {
  readonly kit: ConductorKit;
  readonly runtime: string;
  readonly terminal: Readonly<Record<string, string>>;
  readonly job: JobId;
  /**
   * The environment of each attempt: whether it had the program of the terminal's PATH, and the digest of the token.
   */
  readonly seen: () => readonly string[];
  readonly goOn: () => void;
}

/** A job whose agent waits, submitted from a terminal with a PATH and a token of its own; its conductor was killed. */
async function killed(): Promise<Scene> {
  const runtime = tempFolder();
  const kit = makeConductorKit({ more: { XDG_RUNTIME_DIR: runtime } });
  const [bin, out] = [tempFolder(), tempFolder()];
  writeFileSync(join(bin, "only-here"), "#!/bin/sh\necho found\n", { mode: 0o755 });
  const line = `echo "$(only-here) $(printf %s "$KEY" | sha256sum | cut -c1-64)" >>'${out}/seen'; until test -e '${out}/go'; do sleep 0.05; done; echo done >a.txt`;
  const repository = makeRepository().path;
  const score = JSON.stringify({
    name: "story",
    agent: { command: ["sh", "-c", line] },
    prepare: { environment: { KEY: { from: "MY_TOKEN" } } },
    sheets: [{ id: "a", prompt: "-" }],
  });
  const terminal = { PATH: `${bin}:${process.env["PATH"] ?? ""}`, MY_TOKEN: secret };
  kit.cli("start");
  const tutti = await kit.client();
  const { job } = await tutti.call("job.submit", {
    score: scoreIn(repository, score),
    folder: repository,
    environment: terminal,
  });
  // Whole lines only: it may be read while it is written.
  const seen = (): readonly string[] =>
    existsSync(join(out, "seen")) ? readFileSync(join(out, "seen"), "utf8").split("\n").slice(0, -1) : [];
  await until(() => (seen().length === 1 ? true : undefined));
  process.kill((await kit.running()).pid, "SIGKILL");
  await kit.free();
  await tutti.close();
  return { kit, runtime, terminal, job, seen, goOn: () => writeFileSync(join(out, "go"), "") };
}

/** A conductor from another terminal. */
async function restart(kit: ConductorKit): Promise<Tutti> {
  kit.cli("start");
  return kit.client();
}

async function finished(tutti: Tutti, job: JobId): Promise<void> {
  await until(async () =>
    (await tutti.call("job.status", { job, folder: "/" }))?.status === "finished" ? true : undefined,
  );
}

function filesWithSecret(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(secret));
}

it("a job that goes on after a kill has the PATH and keys of its terminal, and no file of the home has them", async () => {
  const { kit, job, seen, goOn } = await killed();
  const tutti = await restart(kit);
  await until(() => (seen().length === 2 ? true : undefined));
  goOn();
  await finished(tutti, job);
  await tutti.close();
  expect(seen()).toEqual([`found ${digest}`, `found ${digest}`]);
  expect(filesWithSecret(kit.places.home)).toEqual([]);
});

it("without the key it waits and says what to do, and goes on from a terminal that has them", async () => {
  const { kit, runtime, terminal, job, seen, goOn } = await killed();
  rmSync(join(runtime, "tutti"), { recursive: true });
  const tutti = await restart(kit);
  const view = await until(async () => {
    const now = await tutti.call("job.status", { job, folder: "/" });
    return now?.status === "paused" ? now : undefined;
  });
  expect(view.pause).toMatchObject({
    kind: "broken",
    code: "job.environment_lost",
    hint: `Go on from a terminal that has them: tutti resume ${job}`,
  });
  expect(seen()).toHaveLength(1);
  goOn();
  await tutti.call("job.resume", { job, folder: "/", environment: terminal });
  await finished(tutti, job);
  await tutti.close();
  expect(seen().at(-1)).toBe(`found ${digest}`);
});

itLong("logs -f of a job whose conductor is gone shows what was printed, says so, and waits for nothing", async () => {
  const kit = makeConductorKit();
  const repository = makeRepository().path;
  const sheets = [{ id: "slow", prompt: `print I am at work\nwait-for ${join(tempFolder(), "never")}` }];
  kit.cli("start");
  const tutti = await kit.client();
  const { job } = await tutti.call("job.submit", {
    score: scoreIn(repository, JSON.stringify({ name: "story", agent: "scripted", sheets })),
    folder: repository,
  });
  await until(() => (kit.cli("logs", `${job}/slow`).out.includes("I am at work") ? true : undefined));
  process.kill((await kit.running()).pid, "SIGKILL");
  await kit.free();
  await tutti.close();

  const [one, all] = [kit.cli("logs", "-f", `${job}/slow`), kit.cli("logs", "-f", job)];
  expect([one.code, one.out, all.code]).toEqual([0, "I am at work\n", 0]);
  for (const { err } of [one, all]) expect(err).toContain("The conductor of this job is gone");
});
