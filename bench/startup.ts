import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measure, median, quantile } from "./measure.ts";
import type { Part, PartResult } from "./part.ts";

const tutti = fileURLToPath(new URL("../bin/tutti", import.meta.url));

/** How many times as long as a bare Node each may take. */
const limits = { help: 2, status: 2.5 } as const;

/** What a person waits before the first line, against the least that Node itself takes. */
export const startup: Part = {
  name: "startup",
  summary: "`tutti --help`, and `tutti status` of a conductor that runs, against bare `node -e 0` on the same Node",
  defaultRounds: 40,
  run: async ({ rounds, say }) => {
    const place = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    const env = { PATH: process.env["PATH"], HOME: place, TUTTI_HOME: join(place, "home") };
    const repository = makeRepository(place);
    const run = (...args: readonly string[]): Promise<void> => runNode(args, { cwd: repository, env });
    await run(tutti, "start");
    try {
      await run(tutti, "run", "score.yaml");
      const contenders = {
        node: () => run("-e", "0"),
        help: () => run(tutti, "--help"),
        status: () => run(tutti, "status"),
      };
      const times = await measure(contenders, { rounds, warmUps: 3 });
      say(`Node ${process.versions.node}, ${rounds} rounds by turns`);
      for (const [name, list] of Object.entries(times))
        say(
          `  ${name.padEnd(6)} median ${median(list).toFixed(1)} ms, 95 % within ${quantile(list, 0.95).toFixed(1)} ms`,
        );
      return nearest(
        { help: median(times.help) / median(times.node), status: median(times.status) / median(times.node) },
        say,
      );
    } finally {
      await run(tutti, "stop");
      rmSync(place, { recursive: true, force: true });
    }
  },
};

/** The one that is nearest to its limit, or furthest beyond it. */
function nearest(ratios: Readonly<Record<keyof typeof limits, number>>, say: (line: string) => void): PartResult {
  for (const [name, ratio] of Object.entries(ratios))
    say(`  ${name} takes ${ratio.toFixed(2)} times as long as node (at most ${limits[name as keyof typeof limits]})`);
  const name = ratios.status / limits.status > ratios.help / limits.help ? "status" : "help";
  return { ratio: ratios[name], target: { atMost: limits[name] } };
}

/** With a score in it: a job is looked at, as people do. */
function makeRepository(place: string): string {
  const folder = join(place, "repository");
  mkdirSync(folder);
  const git = (...args: readonly string[]): Buffer => execFileSync("git", ["-C", folder, ...args]);
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Bench");
  git("config", "user.email", "bench@localhost");
  git("commit", "--quiet", "--allow-empty", "--message=begin");
  writeFileSync(
    join(folder, "score.yaml"),
    "name: bench\nagent: scripted\nsheets: [{ id: one, prompt: create one.txt done }]\n",
  );
  return folder;
}

async function runNode(
  args: readonly string[],
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<void> {
  const child = spawn(process.execPath, args, { ...place, stdio: "ignore" });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  // A program that fails at once is quick.
  if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${String(code)}`);
}
