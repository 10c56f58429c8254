import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLiving } from "../../src/api/local/running.ts";
import { type BenchHome, killAll, makeBenchHome, program, requireTutti } from "../conductor/home.ts";
import { commitLines, env as committer, fastImport, fileLines, git, pathOf, textOf } from "../landing/repository.ts";
import { type Taken, cpuOfTree, timed } from "./time.ts";

export type { Taken } from "./time.ts";

export const ways = ["by hand", "clone for each", "Tutti"] as const;
export type Way = (typeof ways)[number];

export interface Order {
  readonly files: number;
  readonly sheets: number;
  readonly agentSeconds: number;
}

/** One repository, and several ways to get the same commits into a copy of it. */
export interface Contest {
  readonly order: Order;
  run(way: Way, atOnce: number): Promise<Taken>;
}

export async function openContest(folder: string, order: Order): Promise<Contest> {
  const model = join(folder, "model");
  await makeModel(model, order.files);
  const agent = join(folder, "agent.sh");
  // Tutti says the name of the sheet by a variable, the scripts below by an argument.
  writeFileSync(
    agent,
    `name=\${1:-$TUTTI_SHEET}\nsleep ${String(order.agentSeconds)}\nmkdir -p made\necho "$name" >made/$name\n`,
  );
  for (const [name, script] of Object.entries(scripts)) writeFileSync(join(folder, name), script);
  let turns = 0;
  return {
    order,
    run: async (way, atOnce) => {
      const at = join(folder, `turn-${String(turns++)}`);
      const home = await makeBenchHome(at, { TUTTI_CONDUCTOR_MAX_SHEETS: String(atOnce) });
      rmSync(home.repository, { recursive: true, force: true });
      cpSync(model, home.repository, { recursive: true, preserveTimestamps: true });
      await git(home.repository, ["status"]);
      try {
        const crowd = { folder, at, agent, atOnce };
        const taken =
          way === "Tutti"
            ? await playJob(home, crowd, order)
            : await runScript(home, crowd, { order, script: way === "by hand" ? "by-hand.sh" : "clone.sh" });
        await requireLanded(home, order);
        return taken;
      } finally {
        await killAll(home);
        rmSync(at, { recursive: true, force: true });
      }
    },
  };
}

interface Crowd {
  readonly folder: string;
  readonly at: string;
  readonly agent: string;
  readonly atOnce: number;
}

const land = `flock "$AT/lock" git -C "$REPOSITORY" cherry-pick`;
// git reads all work trees of a repository, and fails when another one is just being added or removed.
const again = `again() {
  tries=0
  until "$@" 2>>"$AT/again"; do tries=$((tries + 1)); test $tries -lt 50; done
}
`;
const scripts: Readonly<Record<string, string>> = {
  "by-hand.sh": `${again}tree=$AT/trees/$1
again git -C "$REPOSITORY" worktree add -q -f --detach "$tree" main
cd "$tree"
sh "$AGENT" "$1"
sh -c "test -s made/$1"
git add --all
again git commit -q -m "$1"
again ${land} "$(git rev-parse HEAD)" >/dev/null
cd /
again git -C "$REPOSITORY" worktree remove --force "$tree"
`,
  "clone.sh": `tree=$AT/trees/$1
git clone -q "$REPOSITORY" "$tree"
cd "$tree"
sh "$AGENT" "$1"
sh -c "test -s made/$1"
git add --all
git commit -q -m "$1"
flock "$AT/fetch" sh -e -c 'git -C "$REPOSITORY" fetch -q "$1" HEAD; ${land} FETCH_HEAD >/dev/null' sh "$tree"
rm -rf "$tree"
`,
};

async function runScript(
  home: BenchHome,
  { folder, at, agent, atOnce }: Crowd,
  { order, script }: { readonly order: Order; readonly script: string },
): Promise<Taken> {
  mkdirSync(join(at, "trees"));
  const env = { ...committer, ...home.env, REPOSITORY: home.repository, AGENT: agent, AT: at };
  const all = `seq 1 ${String(order.sheets)} | sed 's/^/s-/' | xargs -P ${String(atOnce)} -n 1 sh -e "$1"`;
  return timed(["sh", "-e", "-c", all, "sh", join(folder, script)], { cwd: home.repository, env });
}

/** The conductor runs already, and has played a job in this repository: as many sheets as this one has at once. */
async function playJob(home: BenchHome, { at, agent, atOnce }: Crowd, { sheets }: Order): Promise<Taken> {
  const scoreOf = (name: string, count: number): string => {
    const path = join(at, `${name}.yaml`);
    const ids = Array.from({ length: count }, (_, number) => `${name}-${String(number + 1)}`);
    const validated = (id: string) => ({ id, prompt: id, validations: [{ command: `test -s made/${id}` }] });
    const score = { agent: { command: ["sh", agent] }, parallel: atOnce, sheets: ids.map(validated) };
    writeFileSync(path, JSON.stringify(score));
    return path;
  };
  await requireTutti(home, ["start"]);
  await requireTutti(home, ["run", scoreOf("warm", atOnce)]);
  const pid = readLiving(home.places)?.pid ?? Number.NaN;
  const before = cpuOfTree(pid);
  const command = [process.execPath, program, "run", scoreOf("s", sheets)];
  const { ms, cpuMs } = await timed(command, { cwd: home.repository, env: home.env });
  return { ms, cpuMs: cpuMs + cpuOfTree(pid) - before };
}

/** One commit for each sheet, with its file, in the checkout too. */
async function requireLanded({ repository }: BenchHome, { sheets }: Order): Promise<void> {
  const files = (await git(repository, ["ls-tree", "--name-only", "HEAD:made"])).split("\n");
  const landed = files.filter((name) => name.startsWith("s-")).length;
  const changed = await git(repository, ["status", "--porcelain"]);
  if (landed !== sheets || changed !== "")
    throw new Error(`${String(landed)} of ${String(sheets)} sheets landed; changed in the checkout: ${changed}`);
}

/** Packed and checked out, as a cloned one is. */
async function makeModel(path: string, files: number): Promise<void> {
  mkdirSync(path, { recursive: true });
  await git(path, ["init", "-q", "-b", "main"]);
  await git(path, ["config", "user.name", "B"]);
  await git(path, ["config", "user.email", "b@tutti.invalid"]);
  const shape = { files, folders: files < 1_000 ? [5, 4] : files < 10_000 ? [12, 7, 5] : [30, 15, 20] };
  const lines = Array.from({ length: files }, (_, number) => fileLines(pathOf(shape, number), textOf(number, "first")));
  await fastImport(join(path, ".git"), [commitLines("refs/heads/main", "all of it"), ...lines], { isLoose: false });
  await git(path, ["reset", "-q", "--hard"]);
  await git(path, ["gc", "-q"]);
}
