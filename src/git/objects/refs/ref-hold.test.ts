import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { wireGit } from "../../../../test/kit/git.ts";
import { type TestRepository, makeRepository } from "../../../../test/kit/repository.ts";
import { livingIn } from "../../../../test/kit/processes.ts";
import { signalProcess } from "../../../process/tree/proc.ts";
import { openObjects } from "../objects.ts";
import { openRefs } from "./refs.ts";

const ref = "refs/heads/target";
const why = "tutti: land";
const long = 600_000;

function scene() {
  const repository = makeRepository({});
  const [one = "", two = "", three = ""] = ["one", "two", "three"].map((name) =>
    repository.commit({ [name]: name }, name),
  );
  repository.git("update-ref", ref, one);
  const refs = openRefs(wireGit(), { gitDir: repository.gitDir });
  /** As any git does; a lock is not waited for. */
  const strangerMoves = (to: string): boolean => {
    try {
      repository.git("-c", "core.filesRefLockTimeout=0", "update-ref", ref, to);
      return true;
    } catch {
      return false;
    }
  };
  return {
    repository,
    refs,
    strangerMoves,
    one,
    two,
    three,
    at: (): string => repository.git("rev-parse", ref),
    isLocked: () => isLocked(repository),
  };
}
const isLocked = ({ gitDir }: TestRepository): boolean => existsSync(join(gitDir, `${ref}.lock`));

it("a held ref is moved by its holder only, and by everybody again after that", async () => {
  const { refs, strangerMoves, at, isLocked: locked, one, two, three } = scene();
  expect(await refs.hold({ ref, why, limitMs: long })).toBe(true);
  expect([strangerMoves(two), at()]).toEqual([false, one]);
  expect(await refs.swap({ ref, next: three, expected: one, why })).toBe(true);
  expect([at(), locked(), strangerMoves(two)]).toEqual([three, false, true]);
  await refs.close();
});

it("a holder who expects it elsewhere does not move it, and holds it no longer", async () => {
  const { refs, strangerMoves, at, one, two, three } = scene();
  await refs.hold({ ref, why, limitMs: long });
  expect([await refs.swap({ ref, next: three, expected: two, why }), at()]).toEqual([false, one]);
  expect(strangerMoves(two)).toBe(true);
  await refs.close();
});

it.each([
  ["it is let go", async (refs: ReturnType<typeof openRefs>) => refs.letGo(ref)],
  ["its opener closes it", async (refs: ReturnType<typeof openRefs>) => refs.close()],
])("a held ref is free when %s", async (_, deed) => {
  const { refs, strangerMoves, two } = scene();
  await refs.hold({ ref, why, limitMs: long });
  await deed(refs);
  expect(strangerMoves(two)).toBe(true);
  await refs.close();
});

it("a ref held for too long is free by itself; its holder swaps it like everybody else, and finds it moved", async () => {
  const { refs, strangerMoves, isLocked: locked, one, two, three } = scene();
  await refs.hold({ ref, why, limitMs: 1 });
  await expect.poll(locked, { interval: 5, timeout: 300_000 }).toBe(false);
  expect(strangerMoves(two)).toBe(true);
  expect(await refs.swap({ ref, next: three, expected: one, why })).toBe(false);
  expect(await refs.swap({ ref, next: three, expected: two, why })).toBe(true);
  await refs.close();
});

it("the lock of a git that was killed while it held a ref does not stay", async () => {
  const { repository, refs, strangerMoves, isLocked: locked, two } = scene();
  await refs.hold({ ref, why, limitMs: long });
  expect(locked()).toBe(true);
  for (const row of livingIn(repository.gitDir)) signalProcess(row, "SIGKILL");
  await expect.poll(locked, { interval: 5, timeout: 300_000 }).toBe(false);
  expect(strangerMoves(two)).toBe(true);
  await refs.close();
});

it("a ref that is not there, or locked by another process, is not held", async () => {
  const { repository, refs, one, two, at } = scene();
  expect(await refs.hold({ ref: "refs/heads/none", why, limitMs: long })).toBe(false);
  const other = openRefs(wireGit(), { gitDir: repository.gitDir });
  await other.hold({ ref, why, limitMs: long });
  expect(await refs.hold({ ref, why, limitMs: long })).toBe(false);
  expect(await other.swap({ ref, next: two, expected: one, why })).toBe(true);
  expect(at()).toBe(two);
  await Promise.all([refs.close(), other.close()]);
});

it("objects of a repository tell a ref that was moved without starting git for it", async () => {
  const { repository, one, two, three } = scene();
  const real = wireGit();
  const calls: string[] = [];
  const objects = openObjects(
    {
      ...real,
      sealed: (call) => (calls.push(call.args[0] ?? ""), real.sealed(call)),
      converse: (talk) => (calls.push(talk.args[0] ?? ""), real.converse(talk)),
    },
    repository.gitDir,
    "sha1",
  );
  expect(await objects.swapRef({ ref, next: three, expected: two, why })).toBe(false);
  expect(calls).toEqual(["cat-file"]);
  expect(await objects.swapRef({ ref, next: three, expected: one, why })).toBe(true);
  expect(calls).toEqual(["cat-file", "update-ref"]);
  await objects.close();
});
