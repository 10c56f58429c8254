import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cleaner } from "../src/process/process.ts";
import { makeRedactor } from "../src/redact/redactor.ts";
import { compileSecrets } from "../src/redact/secrets.ts";
import { containmentsHere, runnerIn } from "./contained.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { innocentLine } from "./secrets/innocent.ts";
import { leaksOf, readingsOf } from "./secrets/judge.ts";
import { type Plant, plantFrom } from "./secrets/plants.ts";
import { type Chance, caseSeed, chanceFrom } from "./seed.ts";

/** What a program prints reaches the disk without secrets, and otherwise as it is. */
export const secrets: Part = {
  name: "secrets",
  summary: "planted secrets in every form, cut anywhere: none on disk, and no innocent line damaged",
  defaultCount: 1000,
  run: proveSecrets,
};

interface Planted extends Plant {
  readonly seed: number;
}

interface Found {
  readonly failures: readonly { readonly seed: number; readonly what: string }[];
  readonly leaked: number;
  readonly damaged: number;
  readonly controls: number;
  readonly brokenJson: number;
}

/** As many as are printed by one program. */
const batchSize = 25;

async function proveSecrets({ count, seed, say }: PartOrder): Promise<PartResult> {
  const planted = Array.from({ length: count }, (_, index): Planted => {
    const own = caseSeed(seed, index);
    return { seed: own, ...plantFrom(chanceFrom(own)) };
  });
  const found: Found[] = [];
  for (let from = 0; from < count; from += batchSize) {
    found.push(await printed(planted.slice(from, from + batchSize)));
    if ((from / batchSize) % 10 === 9) say(`${from + batchSize} of ${count} secrets`);
  }
  const sum = (key: "leaked" | "damaged" | "controls" | "brokenJson"): number =>
    found.reduce((total, one) => total + one[key], 0);
  return {
    tried: count,
    failures: found.flatMap(({ failures }) => failures),
    figures: {
      "known to Tutti": planted.filter(({ isKnown }) => isKnown).length,
      "found on disk": sum("leaked"),
      "innocent lines": sum("controls"),
      damaged: sum("damaged"),
      "broken JSON": sum("brokenJson"),
    },
  };
}

async function printed(batch: readonly Planted[]): Promise<Found> {
  const chance = chanceFrom(batch[0]?.seed ?? 0);
  const folder = mkdtempSync(join(tmpdir(), "tutti-secrets-"));
  const logs = join(folder, "logs");
  const controls = batch.map((_, place) => `control ${place}: ${innocentLine(chance)}`);
  const text = batch.map((plant, place) => `${controls[place] ?? ""}\n${plant.text}\n`).join("");
  try {
    await print({ folder, text, chance, known: batch.filter(({ isKnown }) => isKnown).map(({ secret }) => secret) });
    const disk = readdirSync(logs)
      .map((name) => readFileSync(join(logs, name), "latin1"))
      .join("");
    const readings = readingsOf(disk);
    const leaks = batch.flatMap((plant) =>
      leaksOf(plant.secret, readings).map((leak) => ({
        seed: plant.seed,
        what: `${plant.how}: ${leak} of ${plant.text}`,
      })),
    );
    const lines = new Set(disk.split("\n"));
    const damaged = controls.filter((control) => !lines.has(Buffer.from(control).toString("latin1")));
    const broken = disk.split("\n").filter((line) => line.startsWith("{") && !isJson(line));
    const others = [...damaged.map((line) => `damaged: ${line}`), ...broken.map((line) => `no JSON any more: ${line}`)];
    return {
      failures: [...leaks, ...others.map((what) => ({ seed: batch[0]?.seed ?? 0, what }))],
      leaked: new Set(leaks.map((leak) => leak.seed)).size,
      damaged: damaged.length,
      controls: controls.length,
      brokenJson: broken.length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Printing {
  readonly folder: string;
  readonly text: string;
  readonly chance: Chance;
  readonly known: readonly string[];
}

async function print({ folder, text, chance, known }: Printing): Promise<void> {
  const file = join(folder, "text");
  const logs = join(folder, "logs");
  mkdirSync(logs);
  writeFileSync(file, text);
  const [containment] = await containmentsHere();
  const compiled = compileSecrets(known);
  await runnerIn(containment)({
    argv: ["/bin/sh", "-c", 'cat; cat "$1" >&2', "sh", file],
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "" },
    stdin: { path: file },
    output: {
      kind: "files",
      stdoutPath: join(logs, "stdout.log"),
      stderrPath: join(logs, "stderr.log"),
      capBytes: 50_000_000,
      cleaner: () => cutAnywhere(makeRedactor(compiled), chance),
    },
    tree: "contained",
  });
}

/** A pipe gives what came as one piece when the reader is late: the cuts that may happen are made here. */
function cutAnywhere(cleaner: Cleaner, chance: Chance): Cleaner {
  return {
    push(chunk) {
      const said: Buffer[] = [];
      const most = chance.pick([1, 7, 60, 5000]);
      for (let from = 0; from < chunk.length; ) {
        const to = from + 1 + chance.whole(most);
        said.push(cleaner.push(chunk.subarray(from, to)));
        from = to;
      }
      return Buffer.concat(said);
    },
    end: () => cleaner.end(),
  };
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
