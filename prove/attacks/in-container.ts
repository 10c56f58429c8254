import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { realWorld } from "../../src/base/world/real-world.ts";
import { makeContainers } from "../../src/containers/containers.ts";
import { makeRunProcess } from "../../src/process/run/run.ts";
import { processGroup } from "../../src/process/tree/containment.ts";
import { usualPids } from "../../src/score/plan/container.ts";
import { openPodman } from "../../test/kit/podman.ts";
import { plainEnv } from "../contexts/raw-git.ts";
import { prelude } from "./canary.ts";
import type { Stage } from "./stage.ts";

/** Why acts can't be done in containers here; `null` when they can. */
export function whyNoContainers(): string | null {
  const podman = openPodman();
  return typeof podman === "string" ? podman : null;
}

/** Runs a script as the task, as level `container` runs the programs of a context. Its exit is its own affair. */
export async function actInContainer(
  { ground, attacker, scene }: Stage,
  script: string,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const podman = openPodman();
  if (typeof podman === "string") throw new TypeError(podman);
  const run = makeRunProcess({ containment: processGroup, owner: "attacks.1", clock: realWorld });
  const env = { ...process.env, ...podman.env };
  const owner = { homeHash: "a77ac4", epoch: 1 };
  mkdirSync(ground.home, { recursive: true });
  const containers = makeContainers({ run, env, choice: () => "podman", owner, home: ground.home });
  const limits = { memoryBytes: null, cpus: null, pids: usualPids };
  const enclosure = await containers.open(
    { image: podman.image, pull: "never", network: "none", mounts: [], ports: [], ...limits },
    {
      folder: attacker.path,
      state: join(ground.folder, "state-of-attacker"),
      store: scene.store,
      write: [],
      leased: [],
      env,
    },
  );
  if (typeof enclosure === "string") throw new TypeError(enclosure);
  const end = await run({
    argv: ["sh", "-c", `${prelude}\n${script}`],
    cwd: attacker.path,
    env: { ...plainEnv, ...more },
    output: { kind: "memory", capBytes: 100_000 },
    limits: { timeoutMs: 120_000, enclosure },
    tree: "contained",
  });
  if (end.how.kind !== "exited")
    throw new TypeError(`the act ended otherwise than by itself: ${JSON.stringify(end.how)}`);
}
