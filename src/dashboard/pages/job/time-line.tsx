import { memo, type ReactNode, useMemo } from "react";
import { WindowVirtualizer } from "virtua";
import { Link } from "wouter";
import { type Span, stretches, type TimelineView } from "../../../api/contract/timeline.ts";
import { duration } from "../../../base/text.ts";
import { useNow } from "../../kit/clock.ts";
import { isUnderWay, sheetHref, stopwatch } from "../../kit/words.ts";
import { Axis, type Time } from "./axis.tsx";
import { endOf, inOrder, stretchWords, timeBy, workOf } from "./lanes.ts";

interface LineProps {
  readonly view: TimelineView;
  /** An earlier moment is shown: its clock stands. */
  readonly isPast: boolean;
}

/** The life of every sheet on one axis, and where the time of all of them went. */
export function TimeLine({ view, isPast }: LineProps): ReactNode {
  const { job, sheets } = view;
  const now = useNow();
  const lanes = useMemo(() => inOrder(sheets), [sheets]);
  const isPart = view.isPart === true;
  const last = useMemo(() => {
    const known = sheets.reduce((most, { spans }) => Math.max(most, spans.at(-1)?.[1] ?? 0), job.createdAt + 1_000);
    // The ends of sheets that are not here yet.
    return isPart ? Math.max(known, view.last.at) : known;
  }, [sheets, job.createdAt, isPart]);
  const isOpen = isUnderWay(job) && (isPart || sheets.some(({ spans }) => endOf(spans) === null));
  const to = isPast ? Math.max(last, view.shown.at) : isOpen ? Math.max(now, last) : last;
  return (
    <>
      {isPart ? <div className="whole soon" aria-hidden="true" /> : <Whole view={view} until={to} />}
      <section className="time-line panel" aria-label="Time line">
        <Axis from={job.createdAt} to={to} />
        <WindowVirtualizer data={lanes} itemSize={30}>
          {({ id, title, spans }) => (
            <Lane
              key={id}
              href={sheetHref(job.id, id) + window.location.search}
              title={title}
              spans={spans}
              from={job.createdAt}
              to={to}
            />
          )}
        </WindowVirtualizer>
      </section>
    </>
  );
}

/** Where did the time go: the parts of all sheets together. */
function Whole({ view, until }: { readonly view: TimelineView; readonly until: number }): ReactNode {
  const sums = timeBy(
    view.sheets.map(({ spans }) => spans),
    until,
  );
  const worked = stretches.filter((what) => what !== "waiting");
  const whole = worked.reduce((sum, what) => sum + (sums.get(what) ?? 0), 0);
  return (
    <section className="whole" aria-label="Where the time went">
      <div className="bar" aria-hidden="true">
        {worked.map((what) => (
          <i
            key={what}
            className={`fill-${what}`}
            style={{ width: `${(100 * (sums.get(what) ?? 0)) / Math.max(1, whole)}%` }}
          />
        ))}
      </div>
      <ul className="legend">
        {stretches.map((what) => (
          <li key={what}>
            <i className={`fill-${what}`} aria-hidden="true" />
            {stretchWords[what]} <span className="faint">{duration(sums.get(what) ?? 0)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LaneProps extends Time {
  readonly href: string;
  readonly title: string;
  readonly spans: readonly Span[];
}

const Lane = memo(function Lane({ href, title, spans, from: begin, to: end }: LaneProps): ReactNode {
  const place = (at: number): number => (100 * (Math.min(at, end) - begin)) / (end - begin);
  const took = workOf(spans, end);
  return (
    <div className="lane">
      <Link className="clip" href={href}>
        {title}
      </Link>
      <div className="track" role="img" aria-label={laneWords(spans, end)}>
        {spans.map(([what, from], index) => {
          const to = spans[index + 1]?.[1] ?? end;
          if (what === "good" || what === "bad")
            return <b key={from} className={what} style={{ left: `${place(from)}%` }} />;
          return (
            <i
              key={`${from} ${what}`}
              className={`fill-${what}`}
              title={`${stretchWords[what]} ${duration(to - from)}`}
              style={{ left: `${place(from)}%`, width: `${place(to) - place(from)}%` }}
            />
          );
        })}
      </div>
      <span className="mono faint right">{took === null ? "" : stopwatch(took)}</span>
    </div>
  );
});

function laneWords(spans: readonly Span[], until: number): string {
  const parts = [...timeBy([spans], until)].filter(([, ms]) => ms > 0);
  const end = spans.at(-1)?.[0];
  const words = parts.map(([what, ms]) => `${stretchWords[what]} ${duration(ms)}`);
  return [...words, ...(end === "good" || end === "bad" ? [`ended ${end}`] : [])].join(", ");
}
