import { sandboxChoices } from "../../score/plan/sandbox.ts";
import { preparationChoices } from "../../score/plan/preparation.ts";
import { choice, commands, count, duration, name, orNull, truth } from "../kinds.ts";
import { entry, machine } from "./entry.ts";

/** Jobs, their contexts and agents. */
export const workKeys = {
  parallel: entry(orNull(count(1, 1000), "score"), {
    default: null,
    variable: "TUTTI_PARALLEL",
    scope: "project",
    applies: "reload",
    about: "Sheets of a job that are played at once, before what its score says.",
  }),
  validate_base: entry(choice("auto", "always", "never"), {
    default: "auto",
    variable: "TUTTI_VALIDATE_BASE",
    scope: "project",
    applies: "reload",
    about:
      "Whether commands of validations and gates are tried on the base before a job's first attempt; `auto`: where an agent may cost something.",
  }),
  containment: entry(choice("auto", "bwrap", "unshare", "group"), {
    ...machine,
    default: "auto",
    variable: "TUTTI_CONTAINMENT",
    applies: "restart",
    about: "How agents' processes are held together; `auto` is the strongest that works.",
  }),
  sandbox: entry(choice(...sandboxChoices), {
    ...machine,
    default: "auto",
    variable: "TUTTI_SANDBOX",
    about:
      "What agents and validations may touch, at least: with `write` they write only what is theirs, with `strict` they also read only the system, their tools and what is theirs. A score may ask for more. Where the machine can't enforce it, no job starts; `auto` is `write` where it holds, else `off`, and a job says which.",
  }),
  "gates.sandbox": entry(choice(...sandboxChoices), {
    ...machine,
    default: "auto",
    variable: "TUTTI_GATES_SANDBOX",
    about: "The same for gates, which run what agents wrote; `auto`: as the setting `sandbox`.",
  }),
  "prepare.sandbox": entry(choice(...sandboxChoices), {
    ...machine,
    default: "auto",
    variable: "TUTTI_PREPARE_SANDBOX",
    about: "The same for `prepare.commands`; `auto`: as the agents of the job.",
  }),
  "fix.sandbox": entry(choice(...sandboxChoices), {
    ...machine,
    default: "auto",
    variable: "TUTTI_FIX_SANDBOX",
    about: "The same for quality tools that `tutti fix` runs; `auto`: as the setting `sandbox`.",
  }),
  "container.engine": entry(choice("auto", "podman", "docker"), {
    ...machine,
    default: "auto",
    variable: "TUTTI_CONTAINER_ENGINE",
    about: "What runs containers for isolation `container`; `auto` is the first of podman and docker that answers.",
  }),
  "prepare.way": entry(choice(...preparationChoices), {
    ...machine,
    default: "auto",
    variable: "TUTTI_PREPARE_WAY",
    about:
      "How contexts get what is installed in your checkout: `overlay`, `reflink` and `copy` are private to each context, `links` are shared with your checkout, `off` gives nothing; `auto` is the first of the private ones that works.",
  }),
  "prepare.install": entry(choice("auto", "offline", "never"), {
    ...machine,
    default: "auto",
    variable: "TUTTI_PREPARE_INSTALL",
    about:
      "Whether packages are installed anew for contexts with another lock file than your checkout's packages were installed from: `offline` only from the package manager's own cache. Scripts of packages do not run (docs/isolation.md has the exceptions).",
  }),
  "prepare.install_timeout": entry(duration, {
    ...machine,
    default: 10 * 60_000,
    variable: "TUTTI_PREPARE_INSTALL_TIMEOUT",
    about: "How long such an install may take; then contexts get your checkout's packages, and the job says so.",
  }),
  "pool.trees": entry(count(0, 1000), {
    ...machine,
    default: 16,
    variable: "TUTTI_POOL_TREES",
    about:
      "Filled work trees that wait for the contexts of coming sheets, of all repositories together; at most 4 GB, and none while the disk is low. 0: contexts are made when they are wanted.",
  }),
  "agents.default": entry(name, {
    ...machine,
    scope: "project",
    default: "claude",
    variable: "TUTTI_AGENTS_DEFAULT",
    about: "The agent of a task that names none.",
  }),
  "task.validations": entry(orNull(commands, "none"), {
    ...machine,
    scope: "project",
    default: null,
    variable: "TUTTI_TASK_VALIDATIONS",
    about: "Commands that each result of `tutti task` must pass where `--validate` names none.",
  }),
  "learning.records": entry(truth, {
    ...machine,
    scope: "project",
    default: true,
    variable: "TUTTI_LEARNING_RECORDS",
    about: "Whether it is recorded what becomes of attempts, unless a score says so.",
  }),
  "learning.prompts": entry(truth, {
    ...machine,
    scope: "project",
    default: false,
    variable: "TUTTI_LEARNING_PROMPTS",
    about:
      "Whether prompts get notes from earlier work (`tutti learn patterns`), each by chance so that its effect is measured, unless a score says so.",
  }),
  "agents.breaker_failures": entry(count(1, 1000), {
    ...machine,
    default: 5,
    variable: "TUTTI_AGENTS_BREAKER_FAILURES",
    about:
      "Runs of an agent that fail in a row, for reasons that may be its provider's, from which nothing more is sent there for a while.",
  }),
  "agents.breaker_recovery": entry(duration, {
    ...machine,
    default: 5 * 60_000,
    variable: "TUTTI_AGENTS_BREAKER_RECOVERY",
    about: "For how long; then one is sent to see, and each time that fails too it is twice as long, up to an hour.",
  }),
};
