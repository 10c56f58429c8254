import { ChevronLeft, ChevronRight, History } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { TimelineView } from "../../../api/contract/timeline.ts";
import { useNow } from "../../kit/clock.ts";
import { useKeys } from "../../kit/keys.ts";
import { clockTime } from "../../kit/moment.ts";
import { Button } from "../../kit/ui/parts.tsx";
import { sheetHref } from "../../kit/words.ts";

interface TravelProps {
  readonly view: TimelineView;
  /** `null`: now. */
  readonly position: number | null;
}

/** While it is dragged, so often a moment is asked for. */
const settleMs = 120;

/** A slider over the journal: the job as it was at any moment. The address names the moment, so it can be shared. */
export function TimeTravel({ view, position }: TravelProps): ReactNode {
  const [location, go] = useLocation();
  const now = useNow();
  const { first, last, shown } = view;
  const [dragged, setDragged] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => setDragged(null), [position]);
  const show = (wanted: number | null): void => {
    clearTimeout(timer.current);
    go(wanted === null || wanted >= last.position ? location : `${location}?at=${String(wanted)}`, { replace: true });
  };
  const step = (by: number): void => show(Math.max(first.position, (position ?? last.position) + by));
  useKeys([
    { keys: "[", does: "one event back in time", run: () => step(-1) },
    { keys: "]", does: "one event forward in time", run: () => step(1) },
    { keys: "0", does: "back to now", run: () => show(null) },
  ]);
  const drag = (wanted: number): void => {
    setDragged(wanted);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => show(wanted), settleMs);
  };
  const isPast = position !== null;
  return (
    <section className={`travel ${isPast ? "past" : ""}`} aria-label="Time travel">
      <History aria-hidden="true" />
      <Button look="quiet" aria-label="One event back" title="One event back ([)" onClick={() => step(-1)}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      <input
        type="range"
        aria-label="Moment of the journal"
        aria-valuetext={isPast ? clockTime(shown.at, now) : "now"}
        min={first.position}
        max={last.position}
        value={dragged ?? position ?? last.position}
        onChange={({ target }) => drag(Number(target.value))}
      />
      <Button look="quiet" aria-label="One event forward" title="One event forward (])" onClick={() => step(1)}>
        <ChevronRight aria-hidden="true" />
      </Button>
      <span className="mono when">{isPast ? clockTime(shown.at, now) : "now"}</span>
      {isPast ? <Button onClick={() => show(null)}>Back to now</Button> : null}
      {isPast ? <Then view={view} position={position} /> : null}
    </section>
  );
}

/** The sheets that waited to land then, in their order. */
function Then({ view, position }: { readonly view: TimelineView; readonly position: number }): ReactNode {
  const waiting = view.sheets
    .filter(({ state }) => state === "captured" || state === "landing")
    .toSorted((one, other) => (one.spans.at(-1)?.[1] ?? 0) - (other.spans.at(-1)?.[1] ?? 0));
  return (
    <p className="then dim">
      {waiting.length === 0 ? "Nothing waited to land." : "Waited to land: "}
      {waiting.slice(0, 12).map(({ id, title }) => (
        <Link key={id} href={`${sheetHref(view.job.id, id)}?at=${String(position)}`}>
          {title}
        </Link>
      ))}
      {waiting.length > 12 ? ` and ${String(waiting.length - 12)} more` : ""}
    </p>
  );
}
