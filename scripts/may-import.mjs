import { decisions, landingForReal, machines, useCase } from "./import-groups.mjs";

/**
 * The architecture as a table: which folder of src/ may import which others. What is not listed here is forbidden,
 * and a module in no listed folder fails the check. A folder within a folder may have a line of its own, and then only that
 * line speaks of it. docs/architecture.md has the picture.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const mayImport = {
  base: [],
  score: ["base"],
  // Other ways to a score: from the words of a person.
  plan: ["base", "score"],
  findings: ["base", "score"],
  // Findings: what a validation counted is part of its result.
  sheet: ["base", "score", "findings"],
  schedule: ["base", "score", "sheet"],
  // What attempts came to, which agent the next gets, and what prompts may say because of it.
  learning: ["base", "score", "sheet", "findings"],
  // Schedules: which moment comes next, and whether a run starts; done in the folder below.
  triggers: ["base", "score"],
  // What follows the end of a job or a sheet: decided here, done in the folder below.
  chains: ["base", "score", "sheet"],
  process: ["base"],
  // A program in the terminal of a person, who may have started it by a command.
  "process/run/interactive": ["base", "process"],
  // Programs in containers of podman or docker.
  containers: ["base", "score", "process"],
  redact: ["base"],
  lock: ["base"],
  log: ["base"],
  config: ["base", "score"],
  // Choosing findings, asking an agent to fix them, reporting; the folders below run things.
  fix: ["base", "score", "findings", "plan"],
  // Runs quality tools: finds them, prepares them, reads what they print.
  tools: ["base", "score", "findings", "fix", "process", "process/run/interactive"],
  git: ["base", "process"],
  // Scores name the kinds of servers there are.
  forge: ["base", "score", "process"],
  // The contract, and what is written; a database is a folder in it, which only the root opens.
  store: ["base", "score", "sheet", "findings", "fix", "schedule", "chains", "triggers", "learning"],
  // Tables and statements that both databases share.
  "store/sql": ["base", "score", "sheet", "findings", "fix", "schedule", "chains", "triggers", "learning", "store"],
  "store/sqlite": ["base", "schedule", "lock", "store", "store/sql"],
  "store/postgres": ["base", "schedule", "store", "store/sql"],
  isolation: ["base", "score", "process", "lock", "git", "containers"],
  // Whether a folder is a place for Tutti's home or contexts: commands ask before there is a home.
  "isolation/home/outside": ["base", "git"],
  agents: ["base", "score", "sheet", "process"],
  // The agents of a machine: which there are, what is wrong with them, who a plan means.
  "agents/known": ["base", "score", "sheet", "process", "agents", "api/contract"],
  // A log as entries; command line and browser show them.
  "agents/transcript": ["base", "sheet", "agents", "api/contract"],
  // Programs of their own, which the agents' plans start: they share the request's type and the reading of reset times.
  bridges: ["base", "score", "agents"],
  // Plans: one kind of validation checks a plan that an agent made.
  checks: ["base", "score", "sheet", "findings", "tools", "process", "plan"],
  // Processes: gates are commands that a merged tree has to pass.
  landing: ["base", "score", "sheet", "process", "lock", "git", "isolation", "checks", "store"],
  // The loops reach the world only through the hands they are given: no git, no processes, no agents here.
  conductor: ["base", "score", "sheet", "schedule", "chains", "triggers", "learning", "store", "isolation", "landing"],

  // Where and how tasks run, under a name; secrets are found by programs.
  environments: ["base", "score", "plan", "process"],
  // Mirrors of remotes that Tutti works on, and where their tasks lie.
  repositories: ["base", "process", "lock", "git", "isolation"],

  // The data that crosses the wire, by noun.
  "api/contract": ["base", "score", "sheet", "findings", "fix", "learning"],
  // What the contract is made with.
  api: ["base", "score", "sheet", "findings", "fix", "api/contract"],
  "api/events": ["base", "sheet", "store", "api", "api/contract"],

  // The same hands on other machines: what crosses, who holds what, and how git objects travel.
  fleet: [
    ...["base", "score", "sheet", "learning", "fix", "git", "isolation", "conductor", "conductor/equipment"],
    ...["fleet/claims", "fleet/database"],
  ],
  // What a claim is, and what crosses between the two sides.
  "fleet/claims": ["base", "sheet", "learning", "fix", "isolation", "conductor"],
  "fleet/database": ["base", "fleet/claims", "store", "store/postgres"],

  // What is done for real, by the room it belongs to. Each may know the contract and the rooms below.
  // One attempt for real: contexts, agents, validations. The loops do not import it.
  "conductor/equipment": [
    ...decisions,
    ...machines,
    "store",
    "isolation",
    "agents",
    "agents/known",
    "checks",
    "landing",
    "conductor",
    "fix",
  ],
  "isolation/enter": ["base", "score", "sheet", "lock", "git", "isolation", "conductor", "conductor/equipment"],
  "conductor/governor": ["base", "score", "schedule", "process", "config", "isolation"],
  "conductor/find": [...decisions, "git", "store", "isolation", "api", "api/contract"],
  "isolation/snapshots/show": [...decisions, "git", "store", "isolation", "api", "api/contract", "conductor/find"],
  "isolation/contexts": [
    ...decisions,
    "git",
    "store",
    "isolation",
    "isolation/snapshots/show",
    "api",
    "api/contract",
    "conductor/find",
  ],
  "landing/verify": [...decisions, "git", "store", "isolation", "landing", "api", "api/contract", "conductor/find"],
  // A merge that belongs to no job: it needs no home and no conductor.
  "landing/merge/alone": ["base", "score", "sheet", "process", "git", "isolation", "landing"],
  // The queues of a process with the real things that they work with.
  "landing/equipped": landingForReal,
  "conductor/report": [
    ...decisions,
    "git",
    "store",
    "isolation",
    "isolation/contexts",
    "isolation/snapshots/show",
    "landing",
    "process",
    "landing/verify",
    "api",
    "api/contract",
    "api/events",
    "conductor",
    "conductor/find",
  ],
  "conductor/jobs": [
    ...decisions,
    "git",
    "store",
    "isolation",
    "isolation/home/outside",
    "isolation/contexts",
    "landing",
    "api",
    "api/contract",
    "conductor",
    "conductor/find",
    "conductor/report",
  ],
  // The conductor as a process: it takes its home, listens, handles signals, and opens the engine that it is given.
  "conductor/process": [
    "base",
    "lock",
    "log",
    "process",
    "isolation",
    "conductor/report",
    "api",
    "api/contract",
    "api/events",
    "api/methods",
    "api/wire",
    "api/http",
    "api/local",
  ],
  // Takes the steps that follow ends: submits jobs, runs commands.
  "chains/deliver": [...useCase, "process", "conductor/equipment"],
  "triggers/run": useCase,
  "landing/pulls": [...useCase, ...landingForReal, "forge", "landing/equipped"],
  "landing/queue/manage": useCase,
  "landing/gates/manage": [...useCase, "landing/queue/manage"],
  "landing/radar": useCase,
  "landing/review": [...useCase, "isolation/snapshots/show", "landing/queue/manage"],
  "landing/undo": useCase,
  "fix/report/outcome": [...useCase, "fix"],
  // It prepares the checkouts that tools run in by the settings, as contexts of jobs are.
  "fix/collect": [
    "base",
    "score",
    "findings",
    "fix",
    "tools",
    "process",
    "git",
    "isolation",
    "containers",
    "config",
    "redact",
  ],

  // One file for every method of the contract: what it takes, what it gives, and the use case that answers it.
  "api/methods": [
    ...useCase,
    "fix",
    "notify",
    "healing",
    "api/events",
    "isolation/contexts",
    "isolation/snapshots/show",
    "landing/verify",
    "landing/pulls",
    "landing/queue/manage",
    "landing/gates/manage",
    "landing/radar",
    "landing/review",
    "landing/undo",
    "fix/report/outcome",
    "triggers/run",
  ],
  // The contract as faces know it: of the methods only the types, so that a face loads no engine.
  "api/tutti": ["api/contract", "api/methods"],
  "api/direct": ["api", "api/contract", "api/events", "api/client", "api/methods", "api/tutti"],
  "api/wire": ["base", "api", "api/contract", "api/events", "api/methods", "api/tutti"],
  // The door for browsers: the same methods over HTTP, and the files of the dashboard.
  "api/http": ["base", "api", "api/contract", "api/direct", "api/events", "api/methods", "api/wire"],
  // No engine, no schema checks: every command pays for what this loads. Browsers load it too.
  "api/client": ["base", "api", "api/contract", "api/tutti"],
  "api/local": ["base", "process", "lock", "api", "api/contract", "api/client", "api/tutti"],

  // What programs import: a face like the command line.
  library: [
    "base",
    "score",
    "learning",
    "findings",
    "plan",
    "fix",
    "fix/collect",
    "agents/known",
    "process",
    "lock",
    "git",
    "isolation",
    "isolation/home/outside",
    "api",
    "api/contract",
    "api/tutti",
    "api/client",
    "api/local",
    "config",
  ],
  // Faces for agents and editors.
  protocols: ["base", "api", "api/contract", "api/tutti", "score", "plan", "config", "agents/known"],
  // What a browser loads: the contract, and what is shown the same way everywhere.
  dashboard: ["base", "sheet", "agents", "agents/transcript", "api/contract", "api/tutti"],
  // Faults that rules recognise in a job that rests, and what is done about them.
  healing: [...useCase, "isolation/contexts", "landing/gates/manage"],
  // Messages to people: what is told of an event, to whom, and how it is sent.
  notify: ["base", "score", "sheet", "store", "process", "config", "api/contract", "api/events"],
  // Events of the journal, told to collectors and to Prometheus.
  telemetry: ["base", "sheet", "api/contract", "api/events", "api/methods"],
  doctor: [
    "base",
    "process",
    "containers",
    "git",
    "store",
    "store/sqlite",
    "store/postgres",
    "isolation",
    "landing",
    "conductor/governor",
    "agents/known",
    "config",
    "api",
    "api/contract",
    "api/tutti",
    "api/local",
    "root",
  ],
  // The composition root: the one place that knows all of them.
  root: [
    ...useCase,
    ...machines,
    "containers",
    "forge",
    "store/sql",
    "fleet",
    "fleet/claims",
    "fleet/database",
    "store/sqlite",
    "store/postgres",
    "findings",
    "fix",
    "fix/report/outcome",
    "agents/known",
    "redact",
    "config",
    "checks",
    "conductor/equipment",
    "isolation/enter",
    "isolation/contexts",
    "isolation/snapshots/show",
    "conductor/governor",
    "conductor/process",
    "landing/equipped",
    "landing/verify",
    "landing/pulls",
    "landing/queue/manage",
    "landing/gates/manage",
    "landing/radar",
    "landing/review",
    "landing/undo",
    "api/events",
    "api/methods",
    "api/tutti",
    "api/direct",
    "api/wire",
    "api/client",
    "api/local",
    "chains/deliver",
    "triggers/run",
    "telemetry",
    "notify",
    "healing",
  ],
  cli: [
    "cli/machine/demo-repository",
    "base",
    "api",
    "api/contract",
    "api/tutti",
    "api/client",
    "api/local",
    "score",
    "findings",
    "fix",
    "fix/collect",
    "plan",
    "sheet",
    "learning",
    "config",
    // What agents print is read where it is shown.
    "agents",
    "agents/transcript",
    "agents/known",
    "conductor/process",
    "isolation/home/outside",
    "landing/merge/alone",
    "repositories",
    "environments",
    "process/run/interactive",
    "doctor",
    "triggers",
    // Issues and pull requests that a command is about.
    "forge",
    "protocols",
    "root",
  ],
  // The demo makes a repository of its own.
  "cli/machine/demo-repository": ["base", "git", "process", "isolation", "root"],
};

/** What browsers load: nothing of Node may be reached from here, however far down. Types don't count. */
export const browser = ["api/contract", "api/client", "api/tutti", "dashboard"];

/** Folders that only decide: no clock, no disk, no network, so no import of Node's own modules. */
export const pure = ["score", "plan", "fix", "sheet", "schedule", "chains", "triggers", "findings", "learning"];

/** Files of pure folders that read the disk all the same, because what they decide about lies there. */
export const readsDisk = ["src/score/load.ts"];

/**
 * Outside modules that only these folders may use.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const only = {
  // A bridge runs inside the containment that `process` made for it, and has an agent or a command to run in there.
  child_process: ["process", "bridges"],
  // A lock that dies with its holder is a transaction.
  sqlite: ["store/sqlite", "lock"],
  kysely: ["store/sql", "store/sqlite", "store/postgres"],
  pg: ["store/postgres", "fleet/database"],
  "pg-boss": ["fleet/database"],
};

/**
 * Which folders may import which package of packages/. A package itself imports nothing but its own files.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const packages = { jinja: ["score"] };
