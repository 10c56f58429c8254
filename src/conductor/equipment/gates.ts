import { join } from "node:path";
import type { ContextId, JobId, SheetId } from "../../base/ids.ts";
import { belowBorrowed } from "../../isolation/prepare/above.ts";
import { destroyScratch } from "../../isolation/cleanup/destroy.ts";
import { makeContext } from "../../isolation/levels/create.ts";
import type { GateHands } from "../../landing/gates/hands.ts";
import { furnishShared, notPrepared } from "./furnish.ts";
import type { Equipment, Programs, Records } from "./equipment.ts";
import { gatePreparation, runForGates } from "./sandbox.ts";

/** The parts of a job's equipment that gates need; gates also run for no job in particular. */
export interface GateParts extends Pick<Equipment, "git" | "world" | "places" | "store" | "notice"> {
  readonly programs: Omit<Programs, "agents" | "owner">;
  readonly records: Pick<Records, "journal" | "verdicts">;
}

export function gateHands(parts: GateParts): GateHands {
  const { places, notice, programs, records } = parts;
  return {
    world: parts.world,
    runner: {
      run: runForGates(parts),
      environment: programs.environment,
      // No variable with a secret is handed to gates: what looks like one is taken out all the same.
      cleaner: programs.cleanerFor([]),
      logs: places.gateLogs(parts.store.repository.commonDir),
      scratch: places.scratch,
      checkout: (what, use) => withLandingContext(parts, what, use),
    },
    memory: { journal: records.journal, known: records.verdicts },
    notice,
  };
}

type Checkout = Parameters<GateHands["runner"]["checkout"]>[0];

let uses = 0;

/**
 * Lends a folder of its own with a commit checked out. Of no job: what gates say of a tree must not depend on whose it
 * is.
 */
async function withLandingContext<T>(
  parts: GateParts,
  { commit, recipe, cancel, ...asked }: Checkout,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const { git, places, store, world } = parts;
  // An image has packages of its own.
  const borrow = recipe?.recipe.container === undefined ? asked.borrow : [];
  uses += 1;
  // Other processes may use the same home.
  const id = `gates-${String(process.pid)}-${String(world.now())}.${String(uses)}` as ContextId;
  const path = await belowBorrowed(places.scratch, { id, top: store.repository.top, borrow });
  const scratch = await makeContext(git, places, {
    whose: { job: "gates" as JobId, sheet: "landing" as SheetId, attempt: 1 },
    id,
    folders: { path, state: join(places.home, "gates", "state") },
    isolation: { level: "clone", fallback: null },
    start: { base: commit, continueFrom: null },
    head: { checkedOut: "landing", branch: null },
    git: { objects: "shared", lock: true, identity: { name: "Tutti", email: "tutti@localhost" }, store },
    needs: { borrow, recipe: recipe?.recipe, showInstalled: parts.programs.showInstalled },
  });
  try {
    if (recipe === undefined) return await use(path);
    const fresh = { index: scratch.index, store: store.gitDir };
    const confine = recipe.recipe.container === undefined ? await gatePreparation(parts, path) : null;
    const trouble = await furnishShared(parts, recipe, {
      path,
      fresh,
      cancel,
      state: scratch.state,
      store: store.gitDir,
      ...(confine === null ? {} : { confine }),
      logs: places.gateLogs(store.repository.commonDir),
    });
    if (trouble !== null) throw notPrepared(trouble);
    return await use(path);
  } finally {
    await parts.programs.furnisher.leave(path);
    // A folder that can't be removed now is swept at the next start; it must not cost a landing.
    await destroyScratch(places, store, { scratch }).catch(() => undefined);
  }
}
