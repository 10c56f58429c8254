import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { measure, median, quantile } from "./measure.ts";
import type { Part } from "./part.ts";

const tutti = fileURLToPath(new URL("../bin/tutti", import.meta.url));

/** What a person waits before the first line, against the least that Node itself takes. */
export const startup: Part = {
  name: "startup",
  summary: "`tutti --help` against bare `node -e 0`, on the same Node",
  defaultRounds: 40,
  run: async ({ rounds, say }) => {
    const times = await measure({ node: () => runNode(["-e", "0"]), tutti: () => runNode([tutti, "--help"]) }, { rounds, warmUps: 3 });
    say(`Node ${process.versions.node}, ${rounds} rounds by turns`);
    for (const [name, list] of Object.entries(times)) {
      say(`  ${name.padEnd(6)} median ${median(list).toFixed(1)} ms, 95 % within ${quantile(list, 0.95).toFixed(1)} ms`);
    }
    return { ratio: median(times.tutti) / median(times.node), target: { atMost: 2.5 } };
  },
};

async function runNode(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  // A program that fails at once is quick.
  if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${String(code)}`);
}
