import { Bell, BellRing } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Need, needsOf } from "../../api/contract/needs.ts";
import { useAsk } from "../kit/ask.ts";
import { isOfJobs, isOfQueue } from "../kit/stream/which-events.ts";

/** The page's own requests go first. */
const quietMs = 1_500;

/** How many things wait for a person is in the title of the tab; what is new is told by the browser, where it may. */
export function NeedsWatch(): ReactNode {
  const [isOff, setOff] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setOff(false), quietMs);
    return () => clearTimeout(timer);
  }, []);
  const jobs = useAsk("job.list", {}, { hears: isOfJobs, isOff });
  const queues = useAsk("queue.list", { folder: "/", all: true }, { hears: isOfQueue, isOff });
  const needs = needsOf(jobs.data?.filter(({ archived }) => archived !== true) ?? [], queues.data ?? []);
  const isKnown = jobs.data !== undefined && queues.data !== undefined;
  const told = useRef<ReadonlySet<string> | null>(null);
  const names = needs.map(nameOf).join("\n");
  useEffect(() => {
    if (!isKnown) return;
    document.title = needs.length === 0 ? "Tutti" : `(${needs.length}) Tutti`;
    // Needs that waited before the page was opened are no news.
    const before = told.current ?? new Set(needs.map(nameOf));
    for (const need of needs) if (!before.has(nameOf(need))) tell(need);
    told.current = new Set(needs.map(nameOf));
  }, [names, isKnown]);
  return null;
}

function nameOf({ job, sheet }: Need): string {
  return sheet === null ? job : `${job}/${sheet}`;
}

function tell(need: Need): void {
  if (!("Notification" in window) || Notification.permission !== "granted" || !document.hidden) return;
  // One for each thing, however many tabs are open.
  new Notification(`${nameOf(need)} needs you`, { body: need.why, tag: nameOf(need) });
}

/** Asks the browser for leave, by a person's own press: no page should ask by itself. */
export function BellButton(): ReactNode {
  const [state, setState] = useState(() => ("Notification" in window ? Notification.permission : "denied"));
  if (state === "denied") return null;
  const isOn = state === "granted";
  const Icon = isOn ? BellRing : Bell;
  const label = isOn ? "The browser tells when a person is needed" : "Tell me when I am needed";
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      disabled={isOn}
      onClick={() => void Notification.requestPermission().then(setState)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
