import { mkdir } from "node:fs/promises";
import { TuttiError } from "../base/error.ts";
import type { Enclosure } from "../process/enclosure.ts";
import type { RunProcess } from "../process/process.ts";
import type { Owner } from "../process/tree/owner.ts";
import type { ContainerPlan } from "../score/plan/container.ts";
import { enclosureOf, homeIn, tryOut } from "./enclosure.ts";
import { type Engine, type EngineKind, type NoEngine, clientEnvironment } from "./engine/engine.ts";
import type { Call } from "./engine/call.ts";
import { findEngine } from "./engine/find.ts";
import { makeImages } from "./images.ts";
import { type ContainerOwner, containerName, removeContainer, sweepContainers } from "./sweep.ts";
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
  /** Removes the container in which a person's program runs, if it is still there; sentences for people. */
  end(person: Owner, run: string): Promise<readonly string[]>;
}

export interface ContainerParts {
  readonly run: RunProcess;
  /** Of this process. */
  readonly env: Variables;
  readonly choice: () => EngineKind | "auto";
  readonly owner: ContainerOwner;
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
      const enclosure = enclosureOf({ call, owner: parts.owner, engine, plan, image: image.id, place });
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
      for (const { call, engine, why } of await enginesOf(parts)) {
        const swept = engine === null ? why : await sweepContainers(call, engine, parts.owner);
        if (typeof swept === "string") said.push(`containers of an earlier tutti may be left: ${swept}`);
        else if (swept > 0) said.push(`an earlier tutti left containers behind: ${String(swept)} removed`);
      }
      return said;
    },
    end: async (person, run) => {
      const name = containerName({ homeHash: parts.owner.homeHash, person }, run);
      const said: string[] = [];
      for (const { call, engine, why } of await enginesOf(parts)) {
        const failed = engine === null ? why : await removeContainer(call, engine, name);
        if (failed !== null) said.push(`the container ${name} may still run: ${failed}`);
      }
      return said;
    },
  };
}

interface UsedEngine {
  readonly call: Call;
  /** `null`: it does not answer now. */
  readonly engine: Engine | null;
  readonly why: string;
}

/** Those that the home had containers of. */
async function enginesOf({ run, env, home }: ContainerParts): Promise<readonly UsedEngine[]> {
  const uses = await usesOf(home);
  return Promise.all(
    uses.map(async (use) => {
      const call = { run, env: { ...env, ...use.env } };
      const engine = await findEngine({ ...call, choice: use.kind });
      return "why" in engine ? { call, engine: null, why: engine.why } : { call, engine, why: "" };
    }),
  );
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
