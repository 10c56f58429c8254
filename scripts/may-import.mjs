const decisions = ["base", "score", "sheet", "schedule", "findings"];
const machines = ["process", "lock", "git"];
const useCase = [
  ...decisions,
  "git",
  "store",
  "isolation",
  "landing",
  "conductor",
  "api",
  "api/contract",
  "conductor/find",
  "conductor/report",
  "conductor/jobs",
];

const landingForReal = [
  ...decisions,
  ...machines,
  "store",
  "isolation",
  "isolation/enter",
  "checks",
  "landing",
  "conductor",
  "conductor/equipment",
];

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
  process: ["base"],
  redact: ["base"],
  lock: ["base"],
  log: ["base"],
  config: ["base", "score"],
  // Choosing findings, asking an agent to fix them, reporting; the folders below run things.
  fix: ["base", "score", "findings", "plan"],
  // Runs quality tools: finds them, prepares them, reads what they print.
  tools: ["base", "score", "findings", "fix", "process"],
  git: ["base", "process"],
  // Scores name the kinds of servers there are.
  forge: ["base", "score", "process"],
  // The contract, and what is written; a database is a folder in it, which only the root opens.
  store: ["base", "score", "sheet", "findings", "fix", "schedule"],
  "store/sqlite": ["base", "score", "sheet", "findings", "fix", "schedule", "lock", "store"],
  isolation: ["base", "score", "process", "lock", "git"],
  agents: ["base", "score", "sheet", "process"],
  // Programs of their own, which the agents' plans start: they share the request's type and the reading of reset times.
  bridges: ["base", "agents"],
  checks: ["base", "score", "sheet", "findings", "tools", "process"],
  // Processes: gates are commands that a merged tree has to pass.
  landing: ["base", "score", "sheet", "process", "lock", "git", "isolation", "checks", "store"],
  // The loops reach the world only through the hands they are given: no git, no processes, no agents here.
  conductor: ["base", "score", "sheet", "schedule", "store", "isolation", "landing"],

  // The data that crosses the wire, by noun.
  "api/contract": ["base", "score", "sheet", "findings", "fix"],
  // What the contract is made with.
  api: ["base", "score", "sheet", "findings", "fix", "api/contract"],
  "api/feed": ["base", "sheet", "store", "api", "api/contract"],

  // What is done for real, by the room it belongs to. Each may know the contract and the rooms below.
  // One attempt for real: contexts, agents, validations. The loops do not import it.
  "conductor/equipment": [
    ...decisions,
    ...machines,
    "store",
    "isolation",
    "agents",
    "checks",
    "landing",
    "conductor",
    "fix",
  ],
  "isolation/enter": ["base", "score", "sheet", "lock", "git", "isolation", "conductor", "conductor/equipment"],
  "conductor/governor": ["base", "process", "config", "isolation"],
  "conductor/find": ["base", "score", "sheet", "git", "store", "api", "api/contract"],
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
  // The queues of a process with the real things that they work with.
  "landing/queues": landingForReal,
  "conductor/report": [
    ...decisions,
    "git",
    "store",
    "isolation",
    "isolation/snapshots/show",
    "landing",
    "landing/verify",
    "api",
    "api/contract",
    "api/feed",
    "conductor",
    "conductor/find",
  ],
  "conductor/jobs": [
    ...decisions,
    "git",
    "store",
    "isolation",
    "isolation/contexts",
    "landing",
    "api",
    "api/contract",
    "conductor",
    "conductor/find",
    "conductor/report",
  ],
  "landing/pulls": [...useCase, ...landingForReal, "forge", "landing/queues"],
  "landing/queue/manage": useCase,
  "landing/gates/manage": [...useCase, "landing/queue/manage"],
  "landing/radar": useCase,
  "landing/review": [...useCase, "isolation/snapshots/show", "landing/queue/manage"],
  "landing/undo": useCase,
  "fix/report/outcome": [...useCase, "fix"],
  "fix/collect": ["base", "score", "findings", "fix", "tools", "process", "git", "isolation"],

  // One file for every method of the contract: what it takes, what it gives, and the use case that answers it.
  "api/methods": [
    ...useCase,
    "api/feed",
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
  ],
  // The contract as faces know it: of the methods only the types, so that a face loads no engine.
  "api/tutti": ["api/contract", "api/methods"],
  "api/direct": ["api", "api/contract", "api/feed", "api/methods", "api/tutti"],
  "api/wire": ["base", "api", "api/contract", "api/feed", "api/methods", "api/tutti"],
  // No engine, no schema checks: every command pays for what this loads.
  "api/client": ["base", "api", "api/contract", "api/tutti"],
  "api/local": ["base", "process", "lock", "api", "api/contract", "api/client", "api/tutti"],

  // What programs import: a face like the command line, for one capability.
  library: [
    "base",
    "score",
    "process",
    "lock",
    "git",
    "isolation",
    "api",
    "api/contract",
    "api/tutti",
    "api/client",
    "api/local",
    "config",
  ],
  doctor: [
    "base",
    "process",
    "git",
    "store",
    "store/sqlite",
    "isolation",
    "landing",
    "conductor/governor",
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
    "store/sqlite",
    "findings",
    "fix",
    "fix/report/outcome",
    "agents",
    "redact",
    "log",
    "config",
    "checks",
    "conductor/equipment",
    "isolation/enter",
    "isolation/contexts",
    "isolation/snapshots/show",
    "conductor/governor",
    "landing/queues",
    "landing/verify",
    "landing/pulls",
    "landing/queue/manage",
    "landing/gates/manage",
    "landing/radar",
    "landing/review",
    "landing/undo",
    "api/feed",
    "api/methods",
    "api/tutti",
    "api/direct",
    "api/wire",
    "api/client",
    "api/local",
  ],
  cli: [
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
    "config",
    "doctor",
    "root",
  ],
};

/** Folders that only decide: no clock, no disk, no network, so no import of Node's own modules. */
export const pure = ["score", "plan", "fix", "sheet", "schedule", "findings"];

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
  kysely: ["store/sqlite"],
};
