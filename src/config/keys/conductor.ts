import { usualPatienceMs } from "../../score/plan/plan.ts";
import { address, choice, count, duration, gigabytes, orNull, size, store, truth } from "../kinds.ts";
import { entry, machine } from "./entry.ts";

/** The conductor, its limits, and what it watches and reports by itself. */
export const conductorKeys = {
  store: entry(store, {
    ...machine,
    default: "sqlite",
    variable: "TUTTI_STORE",
    applies: "restart",
    about:
      "Where the journal and all state lie: a file in Tutti's home, or PostgreSQL, which several machines can reach.",
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
  "dashboard.port": entry(count(1, 65_535), {
    ...machine,
    default: 7433,
    variable: "TUTTI_DASHBOARD_PORT",
    applies: "restart",
    about: "Port of the loopback address on which the dashboard is served; a free one where another program has it.",
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
};
