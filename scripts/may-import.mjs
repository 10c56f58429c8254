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
  intake: ["base", "score", "findings"],
  // Findings: what a validation counted is part of its result.
  sheet: ["base", "score", "findings"],
  schedule: ["base", "score", "sheet"],
  findings: ["base", "score"],
  process: ["base"],
  redact: ["base"],
  lock: ["base"],
  // Runs quality tools: finds them, prepares them, reads what they print.
  tools: ["base", "score", "findings", "intake", "process"],
  git: ["base", "process"],
  forge: ["base", "process"],
  store: ["base", "score", "sheet", "findings", "intake", "schedule", "lock"],
  isolation: ["base", "score", "process", "lock", "git"],
  agents: ["base", "score", "sheet", "process"],
  // Programs of their own, which the agents' plans start: they share the request's type and the reading of reset times.
  bridges: ["base", "agents"],
  checks: ["base", "score", "sheet", "findings", "tools", "process"],
  // Processes: gates are commands that a merged tree has to pass.
  landing: ["base", "score", "sheet", "process", "lock", "git", "isolation", "checks", "store"],
  // The loops reach the world only through the hands they are given: no git, no processes, no agents here.
  conductor: ["base", "score", "sheet", "schedule", "store", "isolation", "landing"],
  config: ["base", "score"],
  log: ["base"],
  api: ["base", "score", "sheet", "findings", "intake"],
  "api/server": [
    "base",
    "score",
    "sheet",
    "findings",
    "intake",
    "schedule",
    "store",
    "git",
    "isolation",
    "landing",
    "conductor",
    "api",
  ],
  "api/wire": ["base", "api", "api/server"],
  // No engine, no schema checks: every command pays for what this loads.
  "api/client": ["base", "api"],
  "api/local": ["base", "process", "lock", "api", "api/client"],
  wiring: [
    "base",
    "findings",
    "intake",
    "tools",
    "config",
    "score",
    "sheet",
    "schedule",
    "process",
    "lock",
    "git",
    "forge",
    "store",
    "isolation",
    "agents",
    "checks",
    "landing",
    "conductor",
  ],
  // The composition root: the one place that knows all of them.
  daemon: [
    "base",
    "score",
    "sheet",
    "schedule",
    "findings",
    "intake",
    "tools",
    "process",
    "lock",
    "git",
    "forge",
    "store",
    "isolation",
    "agents",
    "redact",
    "checks",
    "landing",
    "conductor",
    "wiring",
    "config",
    "log",
    "api",
    "api/server",
    "api/wire",
    "api/client",
    "api/local",
  ],
  // What programs import: a face like the command line, for one capability.
  library: ["base", "score", "process", "isolation", "wiring", "api", "api/client", "api/local", "config"],
  cli: ["base", "api", "api/client", "api/local", "score", "findings", "intake", "sheet", "config", "daemon"],
};

/** Folders that only decide: no clock, no disk, no network, so no import of Node's own modules. */
export const pure = ["score", "intake", "sheet", "schedule", "findings"];

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
  sqlite: ["store", "lock"],
  kysely: ["store"],
};
