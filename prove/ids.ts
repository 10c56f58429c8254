import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostileFamily } from "./ids/hostile-ids.ts";
import { faultsOf, formsOf, naming } from "./ids/naming.ts";
import { tryContexts } from "./ids/real-contexts.ts";
import { tryNames } from "./ids/real-git.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { caseSeed, chanceFrom } from "./seed.ts";

/** A task of any name has paths and refs of its own: below the root, on any disk, and fit for git. */
export const ids: Part = {
  name: "ids",
  summary: "hostile ids: no two share a name, none leaves the root, git refuses none",
  defaultCount: 10_000,
  run: proveIds,
};

const sampleSize = 40;

interface Given {
  readonly seed: number;
  readonly id: string;
}

async function proveIds({ count, seed, say }: PartOrder): Promise<PartResult> {
  const given = idsFrom(seed, count);
  const named = new Map<string, Given>();
  const wrong: { seed: number; what: string }[] = [];
  let refused = 0;
  for (const one of given) {
    const result = naming(one.id);
    if (result.kind === "refused") refused += 1;
    else if (result.kind === "broken")
      wrong.push({ seed: one.seed, what: `${shown(one.id)} has neither a name nor a code: ${result.why}` });
    else {
      for (const fault of faultsOf(one.id, result.name))
        wrong.push({ seed: one.seed, what: `${shown(one.id)} → ${result.name} ${fault}` });
      named.set(result.name, named.get(result.name) ?? one);
    }
  }
  const collisions = collisionsAmong(given);
  say(`${given.length} ids, ${refused} refused, ${named.size} names: making them branches, snapshots and folders`);
  const names = [...named.keys()];
  const { byGit, byDisk } = inScratch((folder) => tryNames(folder, names));
  const real = await tryContexts(sampleOf(given));
  const refusal = (by: string) => (name: string) => ({
    seed: named.get(name)?.seed ?? seed,
    what: `${by} refuses ${name}`,
  });
  return {
    tried: given.length,
    failures: [
      ...wrong,
      ...collisions,
      ...real.map((what) => ({ seed, what })),
      ...byGit.map(refusal("git")),
      ...byDisk.map(refusal("the disk")),
    ],
    figures: {
      "refused with a code": refused,
      names: names.length,
      "real contexts": sampleOf(given).length,
      collisions: collisions.length,
      "outside the root": wrong.filter(({ what }) => what.includes("outside the root")).length,
      "refused by git": byGit.length,
      "refused by the disk": byDisk.length,
    },
  };
}

/** As many different ids as asked for; families that came out alike before count once. */
function idsFrom(seed: number, count: number): readonly Given[] {
  const given = new Map<string, Given>();
  for (let index = 0; given.size < count; index++) {
    const own = caseSeed(seed, index);
    for (const id of hostileFamily(chanceFrom(own)).ids) if (!given.has(id)) given.set(id, { seed: own, id });
  }
  return [...given.values()];
}

/** As many as can really be made in a few seconds, from all over the list. */
function sampleOf(given: readonly Given[]): readonly string[] {
  const step = Math.ceil(given.length / sampleSize);
  return given.filter((_, place) => place % step === 0).map(({ id }) => id);
}

/** Two ids whose names are one on some disk. */
function collisionsAmong(given: readonly Given[]): readonly { seed: number; what: string }[] {
  const taken = new Map<string, Given>();
  const found: { seed: number; what: string }[] = [];
  for (const one of given) {
    const result = naming(one.id);
    if (result.kind !== "named") continue;
    for (const form of formsOf(result.name)) {
      const other = taken.get(form);
      if (other !== undefined && other !== one)
        found.push({ seed: one.seed, what: `${shown(one.id)} and ${shown(other.id)} are both ${form}` });
      taken.set(form, one);
    }
  }
  return found;
}

function inScratch<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "tutti-ids-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shown(id: string): string {
  return id.length > 60 ? `${JSON.stringify(id.slice(0, 60))}… (${id.length} long)` : JSON.stringify(id);
}
