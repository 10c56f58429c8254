import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Kit } from "../../../kit/kit.ts";
import { notices } from "../../isolation/story.ts";
import { type Case, landed, mostAtOnce, once, shell } from "../case.ts";
import { follows, playerFiles } from "../player.ts";

/**
 * Keys about the place where sheets work. The agent's view of it lies in the workspace, under the name of its sheet.
 */
export const isolationCases: readonly Case[] = [
  {
    fact: "with isolation: worktree a context is a worktree",
    reads: ["score.isolation"],
    score: { isolation: "worktree", ...told("if [ -d .git ]; then echo clone; else echo worktree; fi") },
    seen: (kit) => said(kit),
    expected: "worktree",
  },
  {
    fact: "a section that is switched off leaves agents in the repository itself, and nothing lands",
    reads: ["score.isolation.enabled"],
    score: { isolation: { enabled: false }, agent: "scripted", sheets: [{ id: "a", prompt: "create b.txt b" }] },
    seen: (kit, { states }) => [states, landed(kit), existsSync(join(kit.repository, "b.txt"))],
    expected: [{ a: "done" }, ["a.txt"], true],
  },
  {
    fact: "a folder of the user's checkout that the score names is found in a context, or above it",
    reads: ["score.isolation.borrow"],
    files: { ".gitignore": "installed\n" },
    prepare: (kit) => {
      mkdirSync(join(kit.repository, "installed"));
      writeFileSync(join(kit.repository, "installed", "tool"), "a tool\n");
    },
    score: {
      isolation: { borrow: ["installed"] },
      ...told("cat installed/tool 2>/dev/null || cat ../../installed/tool"),
    },
    seen: (kit) => said(kit),
    expected: "a tool",
  },
  {
    fact: "in a sandbox an agent can gain no rights, and writes only what is its own",
    reads: ["score.sandbox"],
    score: {
      sandbox: "write",
      ...told(
        "sed -n 's/^NoNewPrivs:[^0-9]*//p' /proc/self/status; { echo x >../outside; } 2>/dev/null || echo refused",
      ),
    },
    seen: (kit) => said(kit),
    expected: "1\nrefused",
  },
  {
    fact: "a sandbox is of the level that its section names",
    reads: ["score.sandbox.level"],
    score: { sandbox: { level: "write" }, ...told(writesOutside("played")) },
    seen: (kit) => said(kit),
    expected: "refused",
  },
  {
    fact: "an agent whose network is off has one of its own, which it shares with no other",
    reads: ["score.sandbox.network"],
    score: { sandbox: { network: "off" }, ...told("readlink /proc/self/ns/net; sed -n '3,$s/:.*//p' /proc/net/dev") },
    seen: (kit) => {
      const [namespace, ...interfaces] = said(kit).split("\n");
      return [namespace === readlinkSync("/proc/self/ns/net"), interfaces.map((name) => name.trim())];
    },
    expected: [false, ["lo"]],
  },
  {
    fact: "the preparation of a context is in a sandbox when the score says so, independently of its agents",
    reads: ["score.sandbox.prepare"],
    files: { ".gitignore": "made\n" },
    score: {
      sandbox: { prepare: "write" },
      prepare: { commands: [{ run: `{ ${writesOutside("prepared")}; } >made` }] },
      ...told(`cat made; ${writesOutside("played")}`),
    },
    seen: (kit) => said(kit),
    expected: "refused\nwritten",
  },
  {
    fact: "a key that the broker holds is not told to its agent, which asks by way of the broker",
    reads: ["score.sandbox.keys"],
    files: {
      "../.config/tutti/agents/player.yaml": `${playerFiles["../.config/tutti/agents/player.yaml"] ?? ""}env: { PLAYER_KEY: k-1 }
broker: { base: PLAYER_URL, to: "http://127.0.0.1:9", keys: { PLAYER_KEY: x-api-key } }
`,
    },
    score: {
      sandbox: { keys: "broker" },
      agent: { use: "player" },
      sheets: [{ id: "a", prompt: follows('echo "$PLAYER_KEY $PLAYER_URL" >told.txt') }],
    },
    seen: (kit, { states }) => [states, kit.at("main", "told.txt")],
    expected: [{ a: "landed" }, "held-by-tutti http://127.0.0.1:3128/key-0\n"],
  },
  {
    fact: "a context is of the level that the section names",
    reads: ["score.isolation.mode"],
    score: {
      isolation: { mode: "directory" },
      ...told("if [ -e .git ]; then echo git; else echo files; fi; cat a.txt"),
    },
    seen: (kit) => said(kit),
    expected: "files\na",
  },
  {
    fact: "sheets that share a context work in the same folder, one after the other",
    reads: ["score.isolation.per"],
    score: { isolation: { per: "job" }, ...told("pwd"), sheets: [{ id: "a" }, { id: "b" }] },
    seen: (kit, played) => [said(kit, "a") === said(kit, "b"), mostAtOnce(played)],
    expected: [true, 1],
  },
  {
    fact: "contexts are made in the folder that the score names",
    reads: ["score.isolation.worktree_base"],
    score: { isolation: { worktree_base: "./contexts" }, ...told("pwd") },
    seen: (kit) => said(kit).startsWith(join(kit.repository, "../contexts/")),
    expected: true,
  },
  {
    fact: "the branch of a context begins as the score says",
    reads: ["score.isolation.branch_prefix"],
    score: {
      isolation: { mode: "full", branch_prefix: "quality" },
      agent: "scripted",
      sheets: [{ id: "a", prompt: "create b.txt b" }],
    },
    seen: (kit) => kit.git("for-each-ref", "--format=%(refname)", "refs/heads").includes("refs/heads/quality"),
    expected: true,
  },
  {
    fact: "contexts start from the branch that the score names",
    reads: ["score.isolation.source_branch"],
    prepare: (kit) => {
      kit.git("switch", "--quiet", "--create", "next");
      kit.write("next.txt", "next\n");
      kit.git("add", "next.txt");
      kit.git("commit", "--quiet", "--message", "next");
      kit.git("switch", "--quiet", "main");
    },
    score: { isolation: { source_branch: "next" }, ...told("ls") },
    seen: (kit) => said(kit),
    expected: "a.txt\nnext.txt",
  },
  {
    fact: "a clone has objects of its own when the score says so",
    reads: ["score.isolation.clone", "score.isolation.clone.objects"],
    score: {
      isolation: { clone: { objects: "copy" } },
      ...told("if [ -e .git/objects/info/alternates ]; then echo shared; else echo copy; fi"),
    },
    seen: (kit) => said(kit),
    expected: "copy",
  },
  {
    fact: "the context of a sheet that is done stays when it is not to be cleaned up",
    reads: ["score.isolation.cleanup_on_success"],
    score: { isolation: { cleanup_on_success: false }, ...told("pwd") },
    seen: (kit) => existsSync(said(kit)),
    expected: true,
  },
  {
    fact: "the context of a sheet that failed goes when it is to be cleaned up",
    reads: ["score.isolation.cleanup_on_failure"],
    score: { isolation: { cleanup_on_failure: true }, ...told("pwd", "exit 1") },
    seen: (kit, { states }) => [states, existsSync(said(kit))],
    expected: [{ a: "failed" }, false],
  },
  {
    fact: "a worktree is locked while an agent works in it, unless the score says otherwise",
    reads: ["score.isolation.lock_during_execution"],
    score: {
      isolation: { mode: "worktree", lock_during_execution: false },
      ...told('if [ -e "$(git rev-parse --git-dir)/locked" ]; then echo locked; else echo open; fi'),
    },
    seen: (kit) => said(kit),
    expected: "open",
  },
  {
    fact: "a folder that is in no repository any more is worked in where the score allows it",
    reads: ["score.isolation.fallback_on_error"],
    prepare: (kit) => {
      rmSync(join(kit.repository, ".git"), { recursive: true });
    },
    score: { isolation: { fallback_on_error: true }, ...told("pwd") },
    seen: (kit, { states }) => [states, said(kit) === kit.repository],
    expected: [{ a: "done" }, true],
  },
  {
    fact: "a context is captured while its agent runs, as often as the score says",
    reads: ["score.isolation.snapshot_minutes"],
    score: {
      isolation: { snapshot_minutes: 0.001 },
      agent: shell("echo b >b.txt; sleep 1; echo c >c.txt"),
      prompt: "-",
      sheets: [{ id: "a" }],
    },
    seen: (kit) => reasons(kit).includes("periodic"),
    expected: true,
  },
  {
    fact: "a context is made ready by the score's commands, with its variables, ports and included files",
    reads: [
      ...["score.prepare", "score.prepare.commands", "score.prepare.commands.run", "score.prepare.environment"],
      ...["score.prepare.environment.from", "score.prepare.include", "score.prepare.ports"],
    ],
    files: { ".gitignore": "made/\n.env\n" },
    prepare: (kit) => writeFileSync(join(kit.repository, ".env"), "an env file\n"),
    score: {
      prepare: {
        include: [".env"],
        commands: [{ run: 'mkdir made && printf "%s\\n" "$NAME" >made/x' }],
        environment: { NAME: "for {{ sheet }}", CONFIG: { from: "XDG_CONFIG_HOME" } },
        ports: 1,
      },
      ...told('cat made/x .env; echo "${CONFIG##*/}"; test -n "$TUTTI_PORT_0" && echo a port'),
    },
    seen: (kit, { states }) => (states["a"] === "done" ? said(kit) : states),
    expected: "for a\nan env file\n.config\na port",
  },
  {
    fact: "a command without inputs runs in each context, for all lock files",
    reads: ["score.prepare.commands.inputs"],
    files: { ".gitignore": "made\n", "package-lock.json": "{}\n" },
    score: {
      prepare: { commands: [{ run: "date +%N >made", inputs: [] }] },
      ...told("cat made"),
      sheets: [{ id: "a" }, { id: "b", after: ["a"] }],
    },
    seen: (kit) => said(kit, "a") === said(kit, "b"),
    expected: false,
  },
  {
    fact: "a command that takes too long starts no agent",
    reads: ["score.prepare.commands.timeout"],
    score: { prepare: { commands: [{ run: "sleep 5", timeout: "0.1s" }] }, ...told("true") },
    seen: (_, { states }) => states,
    expected: { a: "failed" },
  },
  {
    fact: "a teardown that takes too long is reported, and costs nothing",
    reads: ["score.prepare.teardown", "score.prepare.teardown.run", "score.prepare.teardown.timeout"],
    score: { prepare: { teardown: [{ run: "sleep 5", timeout: "0.1s" }] }, ...told("true") },
    seen: (_, played) => [played.states, notices(played).filter((text) => text.startsWith("sleep 5")).length],
    expected: [{ a: "done" }, 1],
  },
  {
    fact: "programs of level container are run by the engine, with the score's image, network, limits, mounts and ports",
    reads: [
      ...["score.container", "score.container.image", "score.container.pull", "score.container.network"],
      ...["score.container.memory", "score.container.cpus", "score.container.pids", "score.container.mounts"],
    ],
    prepare: putEngine,
    score: {
      isolation: "container",
      container: {
        image: "localhost/dev:1",
        pull: "always",
        network: "none",
        memory: "64MB",
        cpus: 1.5,
        pids: 64,
        mounts: ["/usr/share:/mnt/share"],
      },
      ...told("echo inside"),
    },
    seen: (kit) => [said(kit), ...engineCalls(kit)],
    expected: [
      "inside",
      "pull --quiet localhost/dev:1",
      ...["--pids-limit 64", "--memory 64000000", "--cpus 1.5", "--network none"],
      "--mount type=bind,source=/usr/share,target=/mnt/share,readonly",
    ],
  },
  {
    fact: "ports inside a container are reached from this machine alone",
    reads: ["score.container.ports"],
    prepare: putEngine,
    score: { isolation: "container", container: { image: "localhost/dev:1", ports: ["8080"] }, ...told("echo inside") },
    seen: (kit) => [said(kit), ...engineCalls(kit)],
    expected: ["inside", "--pids-limit 2048", "--publish 127.0.0.1::8080/tcp"],
  },
];

/** A stand-in for podman, which goes before that of the machine. */
function putEngine(kit: Kit): void {
  mkdirSync(join(kit.root, "bin"));
  copyFileSync(new URL("../../../kit/stand-in-engine.sh", import.meta.url), join(kit.root, "bin/podman"));
}

/** The arguments of the engine that a score decides. */
function engineCalls(kit: Kit): readonly string[] {
  const calls = readFileSync(join(kit.root, "bin/calls"), "utf8").split("\n");
  const run = calls.find((line) => line.startsWith("run ")) ?? "";
  const pulled = calls.filter((line) => line.startsWith("pull "));
  const options = run.match(/--(?:pids-limit|memory|cpus|network|publish) \S+|--mount \S+\/mnt\/\S+/g) ?? [];
  return [...pulled, ...options];
}

/** Says whether a file beside the context can be made. */
function writesOutside(name: string): string {
  return `if { echo x >../${name}; } 2>/dev/null; then echo written; else echo refused; fi`;
}

/** A score of one sheet whose agent notes what a line of the shell says. */
function told(line: string, then = "true"): object {
  return {
    agent: shell(`{ ${line}; } >"$TUTTI_WORKSPACE/$TUTTI_SHEET"; ${then}`),
    workspace: "./out",
    prompt: "-",
    retry: once,
    sheets: [{ id: "a" }],
  };
}

function said(kit: Kit, sheet = "a"): string {
  return readFileSync(join(kit.repository, "../out", sheet), "utf8").trim();
}

/** Why each snapshot was taken. */
function reasons(kit: Kit): readonly string[] {
  const [store = ""] = readdirSync(join(kit.home, "repositories"));
  const format = "--format=%(trailers:key=Tutti-Snapshot-Why,valueonly)";
  return kit
    .git(
      "--git-dir",
      join(kit.home, "repositories", store, "store.git"),
      "log",
      "--no-walk",
      "--glob=refs/tutti/snapshots",
      format,
    )
    .split(/\s+/);
}
