import { realWorld } from "../base/world/real-world.ts";
import type { Settings } from "../config/keys.ts";
import type { Engine, NoEngine } from "../containers/engine/engine.ts";
import { findEngine } from "../containers/engine/find.ts";
import { makeRunProcess } from "../process/run/run.ts";
import { processGroup } from "../process/tree/containment.ts";
import { type Finding, ok, warn } from "./check.ts";

/** What would run containers here. */
export function lookForEngine(
  env: Readonly<Record<string, string | undefined>>,
  choice: Settings["container.engine"],
): Promise<Engine | NoEngine> {
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  return findEngine({ run, env, choice });
}

/** Most people need none: its absence is a fault only where the settings name one. */
export function containersFinding(found: Engine | NoEngine, choice: Settings["container.engine"]): Finding {
  if ("why" in found) {
    const what = `no engine for isolation container (${found.why})`;
    return choice === "auto" ? ok(`${what}. ${found.hint}`) : warn(what, found.hint);
  }
  const { kind, version, isRootless, hasInit } = found;
  const about = `${kind} ${version}, ${isRootless ? "rootless" : "with root's rights"}`;
  if (hasInit) return ok(about);
  return warn(
    `${about}; without an init: a program that handles no SIGTERM is killed after its grace`,
    kind === "podman" ? "Install catatonit (package catatonit)." : "Install docker-init (package docker-ce or tini).",
  );
}
