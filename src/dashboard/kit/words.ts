import type { JobSummary, JobView, SheetView } from "../../api/contract/job.ts";

/** How something is, as a colour. */
export type Tone = "calm" | "live" | "warn" | "good" | "bad";

interface Said {
  readonly text: string;
  readonly tone: Tone;
}

export function jobWords({ status, counts, pause }: Pick<JobSummary, "status" | "counts" | "pause">): Said {
  switch (status) {
    case "running":
      return { text: "running", tone: "live" };
    case "finished":
      return counts.failed > 0 ? { text: "failed", tone: "bad" } : { text: "finished", tone: "good" };
    case "paused":
      return { text: pause?.kind === "approval" ? "waits for you" : "paused", tone: "warn" };
    case "pausing":
    case "cancelling":
      return { text: status, tone: "warn" };
    case "interrupted":
      return { text: status, tone: "warn" };
    case "cancelled":
      return { text: status, tone: "calm" };
  }
}

const phases: Readonly<Record<string, string>> = {
  preparing: "preparing",
  playing: "agent at work",
  validating: "validating",
};

const states: Readonly<Record<string, Tone>> = {
  running: "live",
  landing: "live",
  captured: "live",
  landed: "good",
  done: "good",
  failed: "bad",
  blocked: "bad",
  interrupted: "warn",
  proposed: "warn",
};

export function sheetWords({ state, phase, isApproved }: Pick<SheetView, "state" | "phase" | "isApproved">): Said {
  if (state === "running") return { text: phases[phase ?? ""] ?? "running", tone: "live" };
  if (state === "captured")
    return isApproved === false ? { text: "waits for you", tone: "warn" } : { text: "in the queue", tone: "live" };
  return { text: state, tone: states[state] ?? "calm" };
}

/** `3 min`: the larger unit is enough at a glance. */
export function briefly(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

export function ago(at: number, now: number): string {
  return now - at < 5_000 ? "just now" : `${briefly(now - at)} ago`;
}

/** `1:04`, `12:30:00`: a clock that runs. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (count: number): string => String(count).padStart(2, "0");
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? rest.replace(/^0/, "") : `${Math.floor(seconds / 3600)}:${rest}`;
}

export function sheetHref(job: string, sheet: string, tab = ""): string {
  return `/jobs/${encodeURIComponent(job)}/${encodeURIComponent(sheet)}${tab === "" ? "" : `/${tab}`}`;
}

export function jobHref(job: string, tab = ""): string {
  return `/jobs/${encodeURIComponent(job)}${tab === "" ? "" : `/-/${tab}`}`;
}

export function isUnderWay({ status }: Pick<JobView, "status">): boolean {
  return status !== "finished" && status !== "cancelled";
}

const byteUnits = ["B", "kB", "MB", "GB", "TB"] as const;

/** `812 B`, `16 kB`, `1.2 MB`: what a file or a change takes, also where that is little. */
export function bytesText(bytes: number): string {
  const step = Math.min(byteUnits.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 10 ? String(Math.round(value)) : value.toFixed(1)} ${byteUnits[step] ?? ""}`;
}
