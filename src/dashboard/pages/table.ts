import { Activity, Bot, ChartColumn, GitMerge, HardDrive, type LucideIcon, Layers, Plus } from "lucide-react";
import type { ComponentType } from "react";
import type { JobId } from "../../base/ids.ts";
import { type FirstCall, firstCall } from "../kit/calls/first-call.ts";
import { type Lazy, lazily } from "../kit/lazily.tsx";
import { timelineAsked } from "./job/timeline-asked.ts";
import type { PageProps } from "./page-props.ts";

interface PageEntry {
  readonly path: string;
  readonly Page: Lazy<PageProps>;
  /** Its first request: sent while its code is loaded. */
  readonly first?: (params: PageProps["params"]) => FirstCall;
  /** In the bar at the side; absent: it is reached from other pages. `key`: after `g`. */
  readonly menu?: { readonly title: string; readonly icon: LucideIcon; readonly key: string };
}

const job = page(() => import("./job/job.tsx"));
const sheet = page(() => import("./sheet/sheet.tsx"));

/** A page is a folder here, which exports `Page`, and a line in this table. It is loaded when it is opened. */
export const pages: readonly PageEntry[] = [
  { path: "/", Page: page(() => import("./now/now.tsx")), menu: { title: "Now", icon: Activity, key: "n" } },
  { path: "/jobs", Page: page(() => import("./jobs/jobs.tsx")), menu: { title: "Jobs", icon: Layers, key: "j" } },
  { path: "/jobs/:job", Page: job, first: askJob },
  { path: "/jobs/:job/-/:tab", Page: job, first: askJob },
  { path: "/jobs/:job/:sheet", Page: sheet, first: askSheet },
  { path: "/jobs/:job/:sheet/:tab", Page: sheet, first: askSheet },
  {
    path: "/landing",
    Page: page(() => import("./landing/landing.tsx")),
    menu: { title: "Landing", icon: GitMerge, key: "l" },
  },
  { path: "/agents", Page: page(() => import("./agents/agents.tsx")), menu: { title: "Agents", icon: Bot, key: "a" } },
  {
    path: "/contexts",
    Page: page(() => import("./contexts/contexts.tsx")),
    menu: { title: "Contexts", icon: HardDrive, key: "c" },
  },
  {
    path: "/stats",
    Page: page(() => import("./stats/stats.tsx")),
    menu: { title: "Stats", icon: ChartColumn, key: "s" },
  },
  { path: "/new", Page: page(() => import("./new/new.tsx")), menu: { title: "New job", icon: Plus, key: "e" } },
];

function page(load: () => Promise<{ readonly Page: ComponentType<PageProps> }>): Lazy<PageProps> {
  return lazily(async () => (await load()).Page);
}

function askJob({ job = "", tab }: PageProps["params"]): FirstCall {
  return firstCall("job.timeline", timelineAsked(decodeURIComponent(job) as JobId, tab ?? ""));
}

function askSheet({ job = "", sheet = "" }: PageProps["params"]): FirstCall {
  return firstCall("sheet.status", {
    job: decodeURIComponent(job),
    folder: "/",
    sheet: decodeURIComponent(sheet),
  });
}
