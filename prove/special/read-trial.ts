import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { kill } from "../census.ts";
import { clearAway } from "../contexts/clear-away.ts";
import { processesOf } from "../conductor-kills/target.ts";
import type { Playground } from "../playground.ts";
import { makeSpecialGround } from "./ground.ts";
import { things } from "./things.ts";
import { timed } from "./timed.ts";

/** Files that Tutti itself reads, beside those of contexts. */
const files = (ground: Playground): readonly { readonly path: string; readonly command: readonly string[] }[] => [
  { path: join(ground.folder, "odd.yaml"), command: ["validate", join(ground.folder, "odd.yaml")] },
  { path: join(ground.folder, "odd.yaml"), command: ["run", join(ground.folder, "odd.yaml"), "--dry-run"] },
  { path: join(ground.folder, "prompt.md"), command: ["validate", join(ground.folder, "prompted.yaml")] },
  { path: join(ground.folder, "config", "tutti", "config.yaml"), command: ["list"] },
  { path: join(ground.repository, "tutti.config.yaml"), command: ["config", "list"] },
  { path: join(ground.repository, ".tutti", "agents", "odd.yaml"), command: ["agents"] },
  { path: join(ground.repository, ".tutti", "gates.yaml"), command: ["gates"] },
  { path: join(ground.repository, ".tutti", "fix.yaml"), command: ["fix", "--dry-run"] },
];

/** No command reads a file for longer than this, of any kind. */
const commandMs = 30_000;

const rules = [
  { kind: "file_exists", rule: { file_exists: "out" } },
  { kind: "content_contains", rule: { content_contains: { path: "out", text: "x" } } },
  { kind: "content_regex", rule: { content_regex: { path: "out", pattern: "x+" } } },
] as const;

/** What lies where a score, a setting or a validation leads is read or refused, and never waited for. */
export async function tryReading(): Promise<{ readonly cases: number; readonly wrong: readonly string[] }> {
  const ground = await makeSpecialGround();
  const wrong: string[] = [];
  try {
    writeFileSync(
      join(ground.folder, "prompted.yaml"),
      JSON.stringify({ name: "prompted", sheets: [{ id: "a", prompt_file: "prompt.md", agent: "scripted" }] }),
    );
    const all = things.flatMap((thing) => files(ground).map((file) => ({ thing, ...file })));
    for (const { thing, path, command } of all) {
      plant(path, thing.script);
      const end = await timed({ ...ground, env: { ...ground.env, TUTTI_LOCAL: "1" } }, command, commandMs);
      execFileSync("sh", ["-c", 'chmod -R u+rwx "$1" 2>/dev/null; rm -rf "$1" "$1"*', "sh", path]);
      if (end.code === null)
        wrong.push(
          `tutti ${command.join(" ")} with a ${thing.name} at ${path} was not over after ${String(commandMs / 1000)} s`,
        );
    }
    wrong.push(...(await tryRules(ground)));
    return { cases: all.length + things.length * rules.length, wrong };
  } finally {
    for (const pid of processesOf(ground)) kill(pid);
    clearAway(ground.folder);
  }
}

function plant(path: string, script: string): void {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync("sh", ["-c", `P="$1"; rm -rf "$P"; ${script}`, "sh", path], { stdio: "ignore" });
}

/** One job: a sheet for each thing, with every kind of validation that reads it. */
async function tryRules(ground: Playground): Promise<readonly string[]> {
  const sheets = things.map((thing) => {
    const script = join(ground.folder, `rule-${thing.name}.sh`);
    writeFileSync(script, `P=out\nrm -rf out\n${thing.script}\nexit 0\n`);
    return {
      id: thing.name,
      prompt: "do",
      agent: { command: ["sh", script] },
      validations: rules.map(({ rule }) => rule),
    };
  });
  const score = join(ground.folder, "rules.yaml");
  writeFileSync(
    score,
    JSON.stringify({ name: "rules", isolation: "clone", parallel: 4, retry: { attempts: 1 }, sheets }),
  );
  const end = await timed({ ...ground, env: { ...ground.env, TUTTI_LOCAL: "1" } }, ["run", score, "--json"], 180_000);
  if (end.code === 2) return [`the score of validations was refused: ${end.said.slice(0, 400)}`];
  return end.code === null ? ["validations of odd files were not over after 3 min"] : [];
}
