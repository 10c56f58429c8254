import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { StoreReader } from "../../src/store/store.ts";
import { openReader } from "../../src/store/sqlite/open.ts";
import { kill } from "../census.ts";
import { type Playground, makePlayground } from "../playground.ts";
import { runTutti } from "../tutti.ts";
import { processesOf, untilNone } from "./target.ts";

/** A playground with a conductor of its own, settings, and a folder in which what happened is seen from outside. */
export async function makeConductorGround(settings: object): Promise<Playground & { readonly seen: string }> {
  const made = await makePlayground(new Map(), "");
  const env = Object.fromEntries(Object.entries(made.env).filter(([name]) => name !== "TUTTI_LOCAL"));
  const [config, seen] = [join(made.folder, "config"), join(made.folder, "seen")];
  await mkdir(join(config, "tutti"), { recursive: true });
  await mkdir(seen);
  await writeFile(join(config, "tutti", "config.yaml"), JSON.stringify(settings));
  const state = join(made.folder, "state");
  return { ...made, seen, env: { ...env, XDG_CONFIG_HOME: config, XDG_STATE_HOME: state } };
}

/** What the journal says; `undefined`: there is none yet. */
export async function reading<T>(ground: Playground, read: (store: StoreReader) => Promise<T>): Promise<T | undefined> {
  const store = await openReader(ground.home).catch(() => undefined);
  try {
    return store === undefined ? undefined : await read(store);
  } finally {
    await store?.close();
  }
}

const lookMs = 100;
const patienceMs = 90_000;

/** Until it is over. False: nothing was recorded any more before that. */
export async function untilOver(
  ground: Playground,
  isOver: (store: StoreReader) => Promise<boolean>,
): Promise<boolean> {
  let [position, since] = [0, performance.now()];
  while (performance.now() - since < patienceMs) {
    await pause(lookMs);
    const now = await reading(ground, async (store) => ({
      isOver: await isOver(store),
      position: await store.position(),
    }));
    if (now?.isOver === true) return true;
    if (now !== undefined && now.position > position) [position, since] = [now.position, performance.now()];
  }
  return false;
}

/** Ends what runs there; gives what is wrong with that. */
export async function endAll(ground: Playground): Promise<readonly string[]> {
  const stopped = await runTutti(ground, ["stop"]);
  const left = await untilNone(ground, 10_000);
  for (const pid of left) kill(pid);
  while (processesOf(ground).length > 0) await pause(20);
  return [
    ...(stopped.code === 0 ? [] : [`tutti stop: ${stopped.said}`]),
    ...left.map((pid) => `process ${String(pid)} outlived its conductor`),
  ];
}
