import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { runNode } from "../../../test/kit/node.ts";
import { run, shell, untilExists } from "../../../test/kit/processes.ts";

/**
 * A conductor in a process of its own, which can be stopped; it tells how the agent ended. `clock`: what it makes of
 * the wall clock.
 */
const conductor = `
import { writeFileSync } from "node:fs";
import { realWorld } from "${import.meta.dirname}/../../base/world/real-world.ts";
import { processGroup } from "${import.meta.dirname}/../tree/containment.ts";
import { makeRunProcess } from "${import.meta.dirname}/../run/run.ts";
const [script, limits, folder, clock] = process.argv.slice(1);
if (clock === "mad") {
  const honest = Date.now;
  let calls = 0;
  Date.now = () => honest() + (calls++ % 2 === 0 ? 86_400_000 : -86_400_000);
}
writeFileSync(folder + "/pid", String(process.pid));
// The agent waits for its limits to be watched, or it would stop us before there is anything to be late for.
const after = (delayMs, call) => {
  writeFileSync(folder + "/watched", "");
  return realWorld.after(delayMs, call);
};
const run = makeRunProcess({ containment: processGroup, owner: "home.1", clock: { ...realWorld, after } });
const env = { PATH: process.env.PATH, CONDUCTOR: String(process.pid), FOLDER: folder };
const output = { kind: "memory", capBytes: 1_000_000 };
const end = await run({ argv: ["sh", "-c", "while [ ! -e watched ]; do sleep 0.01; done; " + script], cwd: folder, env, output, tree: "group", limits: JSON.parse(limits) });
process.stdout.write(JSON.stringify(end.how));
`;

const limits = { timeoutMs: 2500, idleMs: 2500 };
/** Longer than each limit, and than any tick may be late. */
const nap = "sleep 4";

async function play(
  script: string,
  more: { readonly folder?: string; readonly limits?: object; readonly clock?: string } = {},
): Promise<unknown> {
  const end = await runNode(conductor, [
    script,
    JSON.stringify(more.limits ?? limits),
    more.folder ?? tempFolder(),
    more.clock ?? "honest",
  ]);
  expect(end.stderr.toString()).toBe("");
  return JSON.parse(end.stdout.toString()) as unknown;
}

const good = { kind: "exited", code: 0 };

test.concurrent.each([
  ["printed on", "for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.5; done"],
  ["was silent", nap],
])(
  "a conductor that is stopped for longer than the limits does not fail an agent that %s meanwhile",
  async (_what, meanwhile) => {
    expect(await play(`kill -STOP $CONDUCTOR; ${meanwhile}; kill -CONT $CONDUCTOR; sleep 0.3; exit 0`)).toEqual(good);
  },
);

test.concurrent("a conductor and an agent that are stopped together for longer than the limits go on together", async () => {
  const folder = tempFolder();
  const ending = play("echo $$ > agent.new; mv agent.new agent; while [ ! -e woken ]; do sleep 0.05; done; sleep 0.3", {
    folder,
  });
  await untilExists(join(folder, "agent"));
  const conductorPid = readFileSync(join(folder, "pid"), "utf8");
  const agent = readFileSync(join(folder, "agent"), "utf8").trim();
  await run(shell(`kill -STOP ${conductorPid} -- -${agent}; ${nap}; kill -CONT ${conductorPid} -- -${agent}`));
  writeFileSync(join(folder, "woken"), "");
  expect(await ending).toEqual(good);
});

test.concurrent("an agent that ended while its conductor was stopped has ended, and was not timed out", async () => {
  expect(await play(`kill -STOP $CONDUCTOR; (${nap}; kill -CONT $CONDUCTOR) >/dev/null 2>&1 & exit 0`)).toEqual(good);
});

test.concurrent("an agent that is told to end keeps its grace while its conductor is stopped", async () => {
  const folder = tempFolder();
  const putAway = `sleep 0.3; kill -STOP $CONDUCTOR; ${nap}; kill -CONT $CONDUCTOR; sleep 0.3; touch $FOLDER/saved; exit 0`;
  const script = `trap '${putAway}' TERM; while :; do sleep 0.05; done`;
  expect(await play(script, { folder, limits: { timeoutMs: 300, graceMs: 2500 } })).toEqual({ kind: "timed-out" });
  expect(existsSync(join(folder, "saved"))).toBe(true);
});

test.concurrent("a wall clock that jumps by a day, back and forth, neither ends nor spares a program", async () => {
  const ends = await Promise.all(
    ["sleep 0.5", "sleep 600"].map((script) =>
      play(script, { clock: "mad", limits: { ...limits, timeoutMs: 3000, graceMs: 100 } }),
    ),
  );
  expect(ends).toEqual([good, { kind: "idle" }]);
});
