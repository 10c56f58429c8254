import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { makeFleetKit, writeScore } from "../../kit/fleet.ts";
import { itLong } from "../../kit/long.ts";
import { makeRepository } from "../../kit/repository.ts";

itLong("a conductor that replaces a killed one goes on from what its workers did meanwhile", async () => {
  const kit = await makeFleetKit();
  const repository = makeRepository();
  const gate = join(repository.path, "..", "go");
  expect(kit.cli("start").code).toBe(0);
  await kit.worker("only", { slots: 1 });
  const score = writeScore(join(repository.path, ".."), {
    a: `on-attempt 1 create a.txt before the crash\nprint begun\non-attempt 1 wait-for ${gate}`,
  });
  expect(kit.cli("run", score, "--repo", repository.path, "--detach").code).toBe(0);
  await kit.job(({ sheets }) => existsSync(join(sheets[0]?.logs ?? "/nowhere", "stdout.log")));
  process.kill((await kit.running()).pid, "SIGKILL");
  await kit.free();
  expect(kit.cli("start").code).toBe(0);
  await kit.job(({ status }) => status === "finished");
  expect(repository.git("show", "main:a.txt")).toBe("before the crash");
});
