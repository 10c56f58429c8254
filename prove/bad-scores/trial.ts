import type { BadCase } from "./bad-case.ts";
import type { CommandName, Ended, Ground } from "./ground.ts";
import { listing, makeGround, removeGround, runTutti } from "./ground.ts";

/** What one case showed. */
export interface Trial {
  readonly name: string;
  /** Which promises were broken, with the command and what it said. */
  readonly wrong: readonly string[];
  readonly runs: number;
  readonly refusals: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

/** `run` opens an engine too. */
const limits = { cpuMs: 1_000, engineMs: 1_000, megabytes: 400, wallMs: 10_000, said: 100_000 };

/** Gives a case to Tutti. A score that turned out right is not played: what it would do then is its right. */
export async function tryCase(bad: BadCase, asked: readonly CommandName[]): Promise<Trial> {
  const ground = makeGround(bad);
  try {
    const before = listing(ground.folder);
    const first = await runTutti(ground, "validate", limits.wallMs);
    const isRefused = first.code !== 0;
    const ends: [CommandName, Ended][] = [["validate", first]];
    for (const command of asked) {
      if (command === "validate" || (command === "run" && !isRefused)) continue;
      ends.push([command, await runTutti(ground, command, limits.wallMs)]);
    }
    const wrong = ends.flatMap(([command, end]) =>
      faultsOf(end, { must: bad.must, isRefused, command }).map((fault) => told(fault, command, end)),
    );
    const written =
      before === listing(ground.folder) ? [] : [`something was written, or done, in ${changed(ground, before)}`];
    const most = (of: "cpuMs" | "megabytes"): number => Math.max(...ends.map(([, end]) => end[of]));
    const refusals = ends.filter(([, { code }]) => code !== 0).length;
    return {
      name: bad.name,
      wrong: [...wrong, ...written],
      runs: ends.length,
      refusals,
      cpuMs: most("cpuMs"),
      megabytes: most("megabytes"),
    };
  } finally {
    removeGround(ground);
  }
}

/** The ends that no score may have. */
export function faultsOf(
  { code, said, cpuMs, megabytes }: Ended,
  expected: { readonly must: BadCase["must"]; readonly isRefused: boolean; readonly command: CommandName },
): readonly string[] {
  if (code === null) return [`it did not end within ${limits.wallMs} ms`];
  const faults: string[] = [];
  if (code !== 0 && code !== 1 && code !== 2) faults.push(`it ended with ${code}`);
  if (code === 0 && expected.must === "be refused") faults.push("it was not refused");
  if ((code !== 0) !== expected.isRefused) faults.push("one command refuses what another takes");
  if (code !== 0 && !/\[V\d{3}\]|\bV\d{3}\b|\b(?:score|cli)\.[a-z_]+/.test(said))
    faults.push("there is no code in what it said");
  if (/^\s+at .+[:(]\d+/m.test(said)) faults.push("it showed a stack");
  if (/[\0-\x08\x0b-\x1f\x7f\x80-\x9f]/.test(said)) faults.push("it sent control characters to the terminal");
  if (said.length > limits.said && code !== 0) faults.push(`it said ${said.length} characters`);
  if (cpuMs > limits.cpuMs + (expected.command === "run" ? limits.engineMs : 0))
    faults.push(`it took ${Math.round(cpuMs)} ms of the processor`);
  if (megabytes > limits.megabytes) faults.push(`it took ${Math.round(megabytes)} MB`);
  return faults;
}

function told(fault: string, command: CommandName, { code, said }: Ended): string {
  return `${command}: ${fault} (exit code ${String(code)}): ${JSON.stringify(said.slice(0, 400))}`;
}

function changed({ folder }: Ground, before: string): string {
  const known = new Set(before.split("\n"));
  return listing(folder)
    .split("\n")
    .filter((line) => !known.has(line))
    .map((line) => line.split(" ")[0])
    .slice(0, 5)
    .join(", ");
}
