import { randomUUID } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processGroup } from "./containment.ts";
import { clock, makeFolder, makeTag, livingWith, shell, untilExists } from "../../../test/kit/processes.ts";
import { ownerId } from "./marker.ts";
import { findOrphans, settleOrphans } from "./settle.ts";
import type { ProcessEnd, ProcessRequest } from "../process.ts";
import { makeRunProcess } from "../run/run.ts";

describe.skipIf(process.platform !== "linux")("what an earlier conductor left running", () => {
  test("work is ended at once", async () => {
    const { homeHash, ending } = await leave("sleep 600", { role: "work" });
    expect(await settle(homeHash)).toMatchObject({ kind: "settled", finished: 0, left: [] });
    expect((await ending).how).toEqual({ kind: "signalled", signal: "SIGKILL" });
  });

  test("also what left the group, and what cleared its environment", async () => {
    const { homeHash, ending, tag } = await leave("setsid sleep 600 & env -i sh -c 'sleep 600; :' $TAG & sleep 600", {
      role: "work",
    });
    const settlement = await settle(homeHash);
    expect(settlement).toMatchObject({ kind: "settled", left: [] });
    expect(livingWith(tag)).toEqual([]);
    await ending;
  });

  test("git is let finish", async () => {
    const go = join(makeFolder(), "go");
    const { homeHash, ending } = await leave(`while [ ! -e ${go} ]; do sleep 0.01; done; exit 4`, { role: "git" });
    const letGo = {
      ...clock,
      after: (delayMs: number, call: () => void) => (writeFileSync(go, ""), clock.after(delayMs, call)),
    };
    const settlement = await settleOrphans({ homeHash, currentEpoch: 2, limitMs: 600_000, clock: letGo });
    expect(settlement).toMatchObject({ kind: "settled", killed: 0, left: [] });
    expect((await ending).how).toEqual({ kind: "exited", code: 4 });
  });

  test("git that does not finish in time is ended", async () => {
    const { homeHash, ending } = await leave("sleep 600", { role: "git" });
    expect(await settleOrphans({ homeHash, currentEpoch: 2, limitMs: 0, clock })).toMatchObject({
      kind: "settled",
      left: [],
    });
    expect((await ending).how).toEqual({ kind: "signalled", signal: "SIGKILL" });
  });

  test("git that waits for what does not come is ended long before its time is over", async () => {
    const pipe = join(makeFolder(), "pipe");
    const { homeHash, ending } = await leave(`mkfifo ${pipe}; exec cat ${pipe}`, { role: "git" });
    expect(await settle(homeHash)).toMatchObject({ kind: "settled", killed: 1, left: [] });
    expect((await ending).how).toEqual({ kind: "signalled", signal: "SIGKILL" });
  });

  test("the processes of this conductor and of another home are no orphans", async () => {
    const abort = new AbortController();
    const { homeHash, ending } = await leave("sleep 600", { role: "work", limits: { cancel: abort.signal } });
    expect(findOrphans(homeHash, 1)).toEqual({ kind: "found", orphans: [] });
    expect(findOrphans(`${homeHash}x`, 2)).toEqual({ kind: "found", orphans: [] });
    expect(findOrphans(homeHash, 2)).not.toEqual({ kind: "found", orphans: [] });
    abort.abort();
    expect((await ending).how).toEqual({ kind: "cancelled" });
  });

  test("where there is nothing to settle it is settled", async () => {
    expect(await settle(randomUUID())).toEqual({ kind: "settled", killed: 0, finished: 0, left: [] });
  });
});

/** Runs a script as the conductor of epoch 1 would, and comes back when it is up. */
async function leave(
  script: string,
  more: Partial<ProcessRequest>,
): Promise<{ homeHash: string; tag: string; ending: Promise<ProcessEnd> }> {
  const homeHash = randomUUID();
  const tag = makeTag();
  const up = join(makeFolder(), "up");
  const runAsEarlier = makeRunProcess({ containment: processGroup, owner: ownerId(homeHash, 1), clock });
  const ending = runAsEarlier(shell(`touch ${up}; ${script}`, { env: { TAG: tag }, ...more }));
  await untilExists(up);
  expect(existsSync(up)).toBe(true);
  return { homeHash, tag, ending };
}

function settle(homeHash: string): ReturnType<typeof settleOrphans> {
  return settleOrphans({ homeHash, currentEpoch: 2, limitMs: 60_000, clock });
}
