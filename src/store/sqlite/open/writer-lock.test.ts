import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { hastyWorld } from "../../../../test/kit/git.ts";
import { isOsLockHeld } from "../../../lock/os-lock.ts";
import { acquireWriterLock } from "./writer-lock.ts";

it("the lock of a home is waited for with a word, until the user says stop", async () => {
  const path = join(tempFolder(), "writer.lock");
  const lock = await acquireWriterLock(path, hastyWorld, { onWait: () => expect.unreachable() });
  const stop = new AbortController();
  let said = 0;
  const onWait = (): void => {
    said += 1;
    setImmediate(() => stop.abort());
  };
  await expect(acquireWriterLock(path, hastyWorld, { onWait, signal: stop.signal })).rejects.toMatchObject({
    code: "store.locked",
    audience: "user",
    hint: expect.stringContaining("TUTTI_HOME") as string,
  });
  expect(said).toBe(1);
  lock.release();
  expect(isOsLockHeld(path)).toBe(false);
});
