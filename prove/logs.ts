import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Containment } from "../src/process/tree/containment.ts";
import { makeRedactor } from "../src/redact/redactor.ts";
import { compileSecrets } from "../src/redact/secrets.ts";
import { containmentsHere, runnerIn } from "./contained.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { type Chance, caseSeed, chanceFrom } from "./seed.ts";

/** All output of a program is in its log and was reported line by line, however it ended. */
export const logs: Part = {
  name: "logs",
  summary: "programs that print 500 lines on each stream and end in every way: all lines in the file, all lines told",
  defaultCount: 400,
  run: proveLogs,
};

const lineCount = 500;
const atOnce = 2;

/** What prints the lines, all in one write or each in its own; END stands for the end of the last one. */
const printers = [
  "seq -f 'line %g' 1 499; printf 'line 500END'",
  "i=0; while [ $i -lt 499 ]; do i=$((i + 1)); echo line $i; done; printf 'line 500END'",
] as const;
const endings = [
  "exit 0",
  "exit 3",
  "kill -ABRT $$",
  "kill -SEGV $$",
  "kill -9 $$",
  "sleep 600 & exit 0",
  "setsid sleep 600 & exit 0",
  "(nohup sleep 600 &) ; kill -9 $$",
] as const;

interface Told {
  readonly seed: number;
  readonly what: string;
  readonly lines: number;
  readonly wrong: readonly string[];
}

async function proveLogs({ count, seed, say }: PartOrder): Promise<PartResult> {
  const containments = await containmentsHere();
  const told: Told[] = [];
  const queue = Array.from({ length: count }, (_, index) => caseSeed(seed, index)).values();
  const work = async (): Promise<void> => {
    for (const own of queue) {
      told.push(await tryOne(own, containments));
      if (told.length % 100 === 0) say(`${told.length} of ${count} programs`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work));
  const lines = told.reduce((sum, one) => sum + one.lines, 0);
  return {
    tried: told.length,
    failures: told
      .filter(({ wrong }) => wrong.length > 0)
      .map((one) => ({ seed: one.seed, what: `${one.what}: ${one.wrong.join("; ")}` })),
    figures: {
      "lines delivered": `${lines} of ${told.length * 2 * lineCount}`,
      containments: containments.map(({ kind }) => kind).join(" "),
    },
  };
}

async function tryOne(seed: number, containments: readonly [Containment, ...Containment[]]): Promise<Told> {
  const chance = chanceFrom(seed);
  const containment = chance.pick(containments);
  const final = chance.pick(["\\n", ""]);
  const script = scriptOf(chance, final);
  const isCleaned = chance.next() < 0.5;
  const folder = mkdtempSync(join(tmpdir(), "tutti-logs-"));
  const lines: Record<"stdout" | "stderr", string[]> = { stdout: [], stderr: [] };
  try {
    await runnerIn(containment)({
      argv: ["/bin/sh", "-c", script],
      cwd: "/",
      env: { PATH: process.env["PATH"] ?? "" },
      output: {
        kind: "files",
        stdoutPath: join(folder, "stdout.log"),
        stderrPath: join(folder, "stderr.log"),
        capBytes: 1_000_000,
        onLine: (stream, line) => lines[stream].push(line),
        ...(isCleaned ? { cleaner: () => makeRedactor(compileSecrets(["line-of-a-secret", "bGluZSA1"])) } : {}),
      },
      tree: "contained",
      limits: { graceMs: 200 },
    });
    const whole = Array.from({ length: lineCount }, (_, index) => `line ${index + 1}`);
    const wrong = (["stdout", "stderr"] as const).flatMap((stream) => {
      const onDisk = readFileSync(join(folder, `${stream}.log`), "utf8");
      const isOnDisk = onDisk === whole.join("\n") + (final === "" ? "" : "\n");
      const isTold = lines[stream].join("\n") === whole.join("\n");
      return [
        ...(isOnDisk ? [] : [`${stream} has ${onDisk.split("\n").length} lines on disk`]),
        ...(isTold ? [] : [`${stream}: ${lines[stream].length} told`]),
      ];
    });
    return { seed, what: `${containment.kind}: ${script}`, lines: lines.stdout.length + lines.stderr.length, wrong };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Both streams at once or one after the other, each in one write or in many. */
function scriptOf(chance: Chance, final: string): string {
  const [out, err] = [chance.pick(printers), chance.pick(printers)].map((printer) => printer.replace("END", final)) as [
    string,
    string,
  ];
  const both = chance.pick([
    `${out}; { ${err}; } >&2`,
    `{ ${out}; } & { ${err}; } >&2; wait`,
    `{ ${err}; } >&2; ${out}`,
  ]);
  return `${both}; ${chance.pick(endings)}`;
}
