import { usualPatienceMs } from "../score/plan/plan.ts";
import { preparationChoices } from "../score/plan/preparation.ts";
import {
  address,
  choice,
  commands,
  count,
  days,
  duration,
  gigabytes,
  type Kind,
  name,
  orNull,
  size,
  truth,
  type Value,
} from "./kinds.ts";

/** One key: all that is said of it anywhere, in messages, in docs/config.md and to the engine, comes from here. */
export interface KeyEntry<T extends Value> {
  readonly kind: Kind<T> & { readonly word?: string };
  readonly default: T;
  /** The environment variable; some are older than the file, and keep their names. */
  readonly variable: string;
  /** How that variable is read, where it is not read as the key. */
  readonly inVariable?: Pick<Kind<T>, "wanted" | "readText">;
  /**
   * Who may say it. A project's file is part of what is cloned, so it speaks of the jobs of that repository only: it
   * must not be able to change what the conductor does for others.
   */
  readonly scope: "machine" | "project";
  /** Whether a reload is enough, or the conductor has to start again. */
  readonly applies: "reload" | "restart";
  readonly about: string;
}

const machine = { scope: "machine", applies: "reload" } as const;

export const keys = {
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
      "Whether packages are installed anew for contexts with another lock file than your checkout's packages were installed from: `offline` only from the package manager's own cache. Scripts of packages never run.",
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
  "conductor.auto_start": entry(truth, {
    ...machine,
    default: true,
    variable: "TUTTI_CONDUCTOR_AUTO_START",
    about: "Commands start a conductor where none runs.",
  }),
  "conductor.idle_exit": entry(orNull(duration, "never"), {
    ...machine,
    default: 30 * 60_000,
    variable: "TUTTI_CONDUCTOR_IDLE_EXIT",
    about: "A conductor that was started by a command ends after so long without a job or a client.",
  }),
  "conductor.grace": entry(duration, {
    ...machine,
    default: 30_000,
    variable: "TUTTI_CONDUCTOR_GRACE",
    about: "How long a stop may take to end agents and capture their work.",
  }),
  "conductor.max_sheets": entry(orNull(count(1, 10_000), "auto"), {
    ...machine,
    default: null,
    variable: "TUTTI_CONDUCTOR_MAX_SHEETS",
    about:
      "Sheets that run at once, over all jobs; `auto`: 32 a core, but one for every 256 MB of memory and what open files allow at most.",
  }),
  "conductor.max_jobs": entry(count(1, 100_000), {
    ...machine,
    default: 1000,
    variable: "TUTTI_CONDUCTOR_MAX_JOBS",
    about: "Jobs that are played at once; more are refused.",
  }),
  "conductor.recovery": entry(choice("resume", "ask", "leave"), {
    ...machine,
    default: "resume",
    variable: "TUTTI_CONDUCTOR_RECOVERY",
    applies: "restart",
    about:
      "How a new conductor treats jobs that the last one was playing: resume them (`resume`), leave them paused with a notice (`ask`), or leave them paused (`leave`).",
  }),
  "conductor.log_bytes": entry(size, {
    ...machine,
    default: 10e6,
    variable: "TUTTI_CONDUCTOR_LOG_BYTES",
    applies: "restart",
    about: "The conductor's log is put aside at this size.",
  }),
  "conductor.log_files": entry(count(1, 100), {
    ...machine,
    default: 5,
    variable: "TUTTI_CONDUCTOR_LOG_FILES",
    applies: "restart",
    about: "Log files that are kept, the current one included.",
  }),
  "limits.patience": entry(duration, {
    ...machine,
    default: usualPatienceMs,
    variable: "TUTTI_LIMITS_PATIENCE",
    about:
      "For how long a sheet waits for limits of its agent that do not end; then its next agent takes over, or it fails. A score's `rate_limit.patience` goes before it; a job keeps what held when it was submitted.",
  }),
  "limits.memory_floor": entry(orNull(size, "auto"), {
    ...machine,
    default: null,
    variable: "TUTTI_LIMITS_MEMORY_FLOOR",
    about:
      "No new sheet starts below so much available memory; 0: never. `auto`: 512 MB, or an eighth of a small machine's memory.",
  }),
  "limits.open_files_reserve": entry(count(0, 1_000_000), {
    ...machine,
    default: 128,
    variable: "TUTTI_LIMITS_OPEN_FILES_RESERVE",
    about:
      "Open files that sheets leave to clients and the conductor itself; at most a quarter of the limit (`ulimit -n`).",
  }),
  "limits.disk_warning": entry(size, {
    ...machine,
    default: 10e9,
    variable: "TUTTI_DISK_WARNING_GB",
    inVariable: gigabytes,
    applies: "restart",
    about: "Warn and clear artefacts below so much free space; 0: never.",
  }),
  "limits.disk_floor": entry(orNull(size, "auto"), {
    ...machine,
    default: null,
    variable: "TUTTI_DISK_FLOOR_GB",
    inVariable: gigabytes,
    applies: "restart",
    about:
      "No new sheet starts below so much free space, and agents are halted below a quarter of it; 0: never. `auto`: 2 GB, or 5 % of a small disk.",
  }),
  "pulls.poll": entry(duration, {
    ...machine,
    default: 2 * 60_000,
    variable: "TUTTI_PULLS_POLL",
    about: "How often the conductor looks by itself what became of open pull requests; 0: never.",
  }),
  "telemetry.endpoint": entry(orNull(address, "off"), {
    ...machine,
    default: null,
    variable: "TUTTI_TELEMETRY_ENDPOINT",
    applies: "restart",
    about:
      "Collector of OpenTelemetry that traces, metrics and logs are sent to, as OTLP over HTTP with JSON; headers for it come from the variable OTEL_EXPORTER_OTLP_HEADERS.",
  }),
  "telemetry.metrics_port": entry(orNull(count(1, 65_535), "off"), {
    ...machine,
    default: null,
    variable: "TUTTI_TELEMETRY_METRICS_PORT",
    applies: "restart",
    about: "Port of the loopback address on which Prometheus finds /metrics.",
  }),
  "cleanup.age_days": entry(days, {
    ...machine,
    default: 7,
    variable: "TUTTI_CLEANUP_AGE_DAYS",
    about: "How long the context of a failed sheet stays after its last use.",
  }),
  "cleanup.keep_failed": entry(truth, {
    ...machine,
    default: true,
    variable: "TUTTI_KEEP_FAILED",
    applies: "restart",
    about: "Without it the context of a failed sheet goes at once; its snapshots stay either way.",
  }),
  "cleanup.max_contexts": entry(orNull(count(0, 999_999_999), "any"), {
    ...machine,
    default: null,
    variable: "TUTTI_CLEANUP_MAX_CONTEXTS",
    inVariable: { wanted: "a whole number, such as 20", readText: (text) => count(0, 999_999_999).readText(text) },
    about: "Contexts of failed sheets that are kept.",
  }),
  "cleanup.max_size": entry(orNull(size, "any"), {
    ...machine,
    default: null,
    variable: "TUTTI_CLEANUP_MAX_GB",
    inVariable: gigabytes,
    about: "The disk space that they may use together.",
  }),
  "cleanup.trash_days": entry(days, {
    ...machine,
    default: 1,
    variable: "TUTTI_TRASH_DAYS",
    about: "How long trash is kept.",
  }),
  "cleanup.trash_size": entry(size, {
    ...machine,
    default: 2e9,
    variable: "TUTTI_TRASH_GB",
    inVariable: gigabytes,
    about: "How much trash is kept.",
  }),
  "cleanup.history_days": entry(orNull(days, "any"), {
    ...machine,
    default: 180,
    variable: "TUTTI_CLEANUP_HISTORY_DAYS",
    about: "How long the journal keeps what happened in a job after its end; its plan, sheets and receipts stay.",
  }),
  "cleanup.logs_days": entry(orNull(days, "any"), {
    ...machine,
    default: 90,
    variable: "TUTTI_CLEANUP_LOGS_DAYS",
    about: "How long prompts and output of a job's attempts are kept after its end.",
  }),
  "cleanup.answers_days": entry(orNull(days, "any"), {
    ...machine,
    default: 30,
    variable: "TUTTI_CLEANUP_ANSWERS_DAYS",
    about: "How long the answer to a call with a key is kept; the same key has another effect after that.",
  }),
};

export type Key = keyof typeof keys;

/** Every key's value: durations in milliseconds, sizes in bytes. */
export type Settings = { readonly [K in Key]: (typeof keys)[K]["default"] };

export const keyNames = Object.keys(keys) as readonly Key[];

export function isKey(name: string): name is Key {
  return Object.hasOwn(keys, name);
}

/** The same, for code that goes over all keys and needs no types of values. */
export function entryOf(key: Key): KeyEntry<Value> {
  return keys[key] as unknown as KeyEntry<Value>;
}

function entry<T extends Value>(kind: KeyEntry<T>["kind"], rest: NoInfer<Omit<KeyEntry<T>, "kind">>): KeyEntry<T> {
  return { kind, ...rest };
}
