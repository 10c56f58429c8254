import { mkdir } from "node:fs/promises";
import { TuttiError } from "../base/error.ts";
import type { Enclosure } from "../process/enclosure.ts";
import type { RunProcess } from "../process/process.ts";
import type { ContainerPlan } from "../score/plan/container.ts";
import { enclosureOf, homeIn, tryOut } from "./enclosure.ts";
import { type Engine, type EngineKind, type NoEngine, clientEnvironment } from "./engine/engine.ts";
import { findEngine } from "./engine/find.ts";
import { makeImages } from "./images.ts";
import { type Life, sweepContainers } from "./sweep.ts";
import type { ContainerPlace, Variables } from "./place.ts";
import { noteUse, usesOf } from "./uses.ts";

/** Runs programs of contexts in containers. */
export interface Containers {
  /** How programs of a folder run in containers, or why they can't. */
  open(plan: ContainerPlan, place: ContainerPlace): Promise<Enclosure | string>;
  /** Throws where no engine answers. `env`: of a terminal. */
  require(env: Variables | undefined): Promise<void>;
  /** Removes what killed processes of this home left behind; sentences for people. */
  sweep(): Promise<readonly string[]>;
}

export interface ContainerParts {
  readonly run: RunProcess;
  /** Of this process. */
  readonly env: Variables;
  readonly choice: () => EngineKind | "auto";
  readonly life: Life;
  /** Tutti's own folder. */
  readonly home: string;
}

export function makeContainers(parts: ContainerParts): Containers {
  const find = engineFinder(parts);
  const images = makeImages();
  const tried = new Map<string, Promise<string | null>>();
  return {
    open: async (plan, place) => {
      const call = { run: parts.run, env: place.env };
      const engine = await find(place.env);
      if ("why" in engine) return `there is no container engine: ${engine.why}. ${engine.hint}`;
      const image = await images.idOf({ call, engine, cancel: place.cancel }, plan);
      if (typeof image === "string") return image;
      await noteUse(parts.home, { kind: engine.kind, env: place.env });
      for (const folder of [homeIn(place), ...place.write]) await mkdir(folder, { recursive: true, mode: 0o700 });
      const enclosure = enclosureOf({ call, life: parts.life, engine, plan, image: image.id, place });
      const key = JSON.stringify([engine, plan, image.id]);
      const trial = tried.get(key) ?? tryOut(parts, enclosure, place);
      tried.set(key, trial);
      const why = await trial;
      if (why !== null) tried.delete(key);
      return why ?? enclosure;
    },
    require: async (env) => {
      const engine = await find(env ?? parts.env);
      if ("why" in engine) throw noEngine(engine);
    },
    sweep: async () => {
      const said: string[] = [];
      for (const { kind, env } of await usesOf(parts.home)) {
        const call = { run: parts.run, env: { ...parts.env, ...env } };
        const engine = await findEngine({ ...call, choice: kind });
        const swept = "why" in engine ? engine.why : await sweepContainers(call, engine, parts.life);
        if (typeof swept === "string") said.push(`containers of an earlier tutti may be left: ${swept}`);
        else if (swept > 0) said.push(`an earlier tutti left containers behind: ${String(swept)} removed`);
      }
      return said;
    },
  };
}

/** One that answered is taken to be there while this process runs; one that did not is asked again. */
function engineFinder({ run, choice }: ContainerParts): (env: Variables) => Promise<Engine | NoEngine> {
  const known = new Map<string, Engine>();
  return async (env) => {
    const key = JSON.stringify([choice(), clientEnvironment(env)]);
    const found = known.get(key) ?? (await findEngine({ run, env, choice: choice() }));
    if (!("why" in found)) known.set(key, found);
    return found;
  };
}

function noEngine({ why, hint }: NoEngine): TuttiError {
  return new TuttiError("container.unavailable", `isolation container needs a container engine: ${why}`, {
    audience: "environment",
    hint,
  });
}
