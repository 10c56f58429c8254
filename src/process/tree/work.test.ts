import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findNamespaces, makeFolder, makeTag, run, runIn, shell, untilExists } from "../../../test/kit/processes.ts";
import { processGroup } from "./containment.ts";
import { watchWork } from "./work.ts";

const ways = [{ title: "group", containment: processGroup }, ...(await findNamespaces())];
const count = "i=0; while [ $i -lt 400000 ]; do i=$((i + 1)); done";

/** A script as the leader of its group, and what was seen of its work from one file that it makes to the next. */
async function workBetween(
  script: string,
  argv: (script: string) => readonly string[],
): Promise<{ inAMoment: boolean; inAnHour: boolean; afterwards: boolean }> {
  const folder = makeFolder();
  const [file = "", ...args] = argv(script.replaceAll("FOLDER", folder));
  const child = spawn(file, args, { detached: true, stdio: "ignore", env: { ...process.env, TAG: makeTag() } });
  try {
    const tree = { leader: child.pid ?? 0, wrapped: false, run: null };
    await untilExists(join(folder, "first"));
    const [work, other] = [watchWork(tree), watchWork(tree)];
    for (const one of [work, other]) one.begin();
    await untilExists(join(folder, "second"));
    return { inAMoment: work.hasWorked(1), inAnHour: other.hasWorked(3_600_000), afterwards: work.hasWorked(10_000) };
  } finally {
    process.kill(-(child.pid ?? 0), "SIGKILL");
  }
}

for (const { title, containment } of ways) {
  describe.skipIf(containment === null)(`the work of a tree (${title})`, () => {
    const argv = (script: string): readonly string[] => (containment ?? processGroup).wrap(["/bin/sh", "-c", script]);

    test("is seen where its own process does it, measured by the time it had, and there is none where it waits", async () => {
      expect(await workBetween(`touch FOLDER/first; ${count}; touch FOLDER/second; sleep 600`, argv)).toEqual({
        inAMoment: true,
        inAnHour: false,
        afterwards: false,
      });
    });

    test("is seen where a child does it, in a session of its own or ended since", async () => {
      const inSession = `touch FOLDER/first; setsid sh -c '${count}; touch FOLDER/second; sleep 600'; :`;
      expect((await workBetween(inSession, argv)).inAMoment).toBe(true);
      expect(
        (await workBetween(`touch FOLDER/first; sh -c '${count}'; touch FOLDER/second; sleep 600`, argv)).inAMoment,
      ).toBe(true);
    });
  });

  describe.skipIf(containment === null)(`a program without output (${title})`, () => {
    const go = runIn(containment ?? processGroup);

    test("and only waits is idle", async () => {
      expect((await go(shell("sleep 600", { tree: "contained", limits: { idleMs: 300, graceMs: 100 } }))).how).toEqual({
        kind: "idle",
      });
    });

    test("on stdout in the time it has to start is silent, regardless of its stderr", async () => {
      const chatter = "while :; do echo working >&2; sleep 0.02; done";
      expect((await go(shell(chatter, { tree: "contained", limits: { startMs: 300, graceMs: 100 } }))).how).toEqual({
        kind: "silent",
      });
      expect(
        (await go(shell("echo hello; sleep 2", { tree: "contained", limits: { startMs: 1500, graceMs: 100 } }))).how,
      ).toEqual({
        kind: "exited",
        code: 0,
      });
      const question = shell("echo hello; sleep 5", {
        tree: "contained",
        limits: { startMs: 300, graceMs: 100, hasBegun: () => false },
      });
      expect((await go(question)).how).toEqual({ kind: "silent" });
    });
  });
}

// It asks for an eighth of a core, a dozen times what counts: also on a busy machine it gets that.
test("a program that works without output is not idle", async () => {
  const some = "while :; do i=0; while [ $i -lt 2000 ]; do i=$((i + 1)); done; sleep 0.02; done";
  const busy = `timeout 2 sh -c '${some}'; exit 7`;
  expect((await run(shell(busy, { tree: "contained", limits: { idleMs: 1500, graceMs: 100 } }))).how).toEqual({
    kind: "exited",
    code: 7,
  });
});
