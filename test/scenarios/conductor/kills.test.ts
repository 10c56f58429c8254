import { describe, expect, it } from "vitest";
import { conductorKills } from "../../../prove/conductor-kills.ts";
import { reach } from "../../../src/api/local/reach.ts";
import { tryOsLock } from "../../../src/lock/os-lock.ts";
import { readEntries, readProcesses } from "../../../src/process/tree/proc.ts";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { itLong } from "../../kit/long.ts";

describe("kill -9 of the conductor", () => {
  // The short, seeded run of `npm run prove -- conductor-kills`: it needs the built Tutti, which `npm test` makes
  // first.
  itLong(
    "again and again over a job of 25 sheets: the job goes on by itself, nothing is lost or doubled",
    {
      timeout: 600_000,
    },
    async () => {
      const result = await conductorKills.run({ count: 1, seed: 109, say: () => undefined });

      expect(result.failures).toEqual([]);
      expect(result.tried).toBeGreaterThanOrEqual(4);
      expect(result.figures).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
    },
  );

  it("before it answers: the command that started it starts another", async () => {
    const kit = makeConductorKit();
    kit.cli("list");
    // While another conductor holds the home, a new one does not start.
    const lock = tryOsLock(kit.places.writerLock);
    const reaching = reach({
      home: kit.places.home,
      env: kit.env,
      version: "0.1.0",
      start: "auto",
      notice: () => undefined,
    });
    const first = await until(() => startedHere(kit.places.home));
    process.kill(first, "SIGKILL");
    await until(() => (startedHere(kit.places.home) === first ? undefined : true));
    lock?.release();
    const tutti = await reaching;
    expect(tutti.hello.pid).not.toBe(first);
    await tutti.close();
  });
});

/** The conductor that this process has started for a home. */
function startedHere(home: string): number | undefined {
  const own = (readProcesses() ?? []).filter(({ parent }) => parent === process.pid);
  return own.find(({ pid }) => readEntries(pid).includes(`TUTTI_HOME=${home}`))?.pid;
}
