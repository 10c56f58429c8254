import { Activity, Bot, ChartColumn, GitMerge, HardDrive, type LucideIcon, Layers, Plus } from "lucide-react";
import { type ComponentType, lazy } from "react";
import type { PageProps } from "./page-props.ts";

interface PageEntry {
  readonly path: string;
  readonly Page: ComponentType<PageProps>;
  /** In the bar at the side; absent: it is reached from other pages. `key`: after `g`. */
  readonly menu?: { readonly title: string; readonly icon: LucideIcon; readonly key: string };
}

/** A page is a folder here, which exports `Page`, and a line in this table. It is loaded when it is opened. */
export const pages: readonly PageEntry[] = [
  { path: "/", Page: page(() => import("./now/now.tsx")), menu: { title: "Now", icon: Activity, key: "n" } },
  { path: "/jobs", Page: page(() => import("./jobs/jobs.tsx")), menu: { title: "Jobs", icon: Layers, key: "j" } },
  { path: "/jobs/:job", Page: page(() => import("./job/job.tsx")) },
  { path: "/jobs/:job/-/:tab", Page: page(() => import("./job/job.tsx")) },
  { path: "/jobs/:job/:sheet", Page: page(() => import("./sheet/sheet.tsx")) },
  { path: "/jobs/:job/:sheet/:tab", Page: page(() => import("./sheet/sheet.tsx")) },
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

function page(load: () => Promise<{ readonly Page: ComponentType<PageProps> }>): ComponentType<PageProps> {
  return lazy(async () => ({ default: (await load()).Page }));
}
