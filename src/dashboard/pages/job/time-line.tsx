import type { ReactNode } from "react";
import { WindowVirtualizer } from "virtua";
import { Link } from "wouter";
import type { JobView } from "../../../api/contract/job.ts";
import { duration } from "../../../base/text.ts";
import { useNow } from "../../kit/clock.ts";
import { isUnderWay, sheetHref, stopwatch } from "../../kit/words.ts";
import { endOf, type Span, startOf, stretches, stretchWords, timeBy } from "./lanes.ts";

interface LineProps {
  readonly job: JobView;
  readonly lanes: ReadonlyMap<string, readonly Span[]>;
}

interface Time {
  readonly from: number;
  readonly to: number;
}

/** The life of every sheet on one axis, and where the time of all of them went. */
export function TimeLine({ job, lanes }: LineProps): ReactNode {
  const now = useNow();
  const ends = [...lanes.values()].map(endOf);
  const last = Math.max(job.createdAt + 1_000, ...[...lanes.values()].map((spans) => spans.at(-1)?.from ?? 0));
  const time = { from: job.createdAt, to: isUnderWay(job) && ends.includes(null) ? Math.max(now, last) : last };
  const sheets = job.sheets.toSorted(
    (one, other) => (startOf(lanes.get(one.id) ?? []) ?? Infinity) - (startOf(lanes.get(other.id) ?? []) ?? Infinity),
  );
  return (
    <>
      <Whole lanes={lanes} until={time.to} />
      <section className="time-line panel" aria-label="Time line">
        <Axis time={time} />
        <WindowVirtualizer itemSize={30}>
          {sheets.map(({ id, title }) => (
            <Lane key={id} href={sheetHref(job.id, id)} title={title} spans={lanes.get(id) ?? []} time={time} />
          ))}
        </WindowVirtualizer>
      </section>
    </>
  );
}

/** Where did the time go: the parts of all sheets together. */
function Whole({ lanes, until }: { readonly lanes: LineProps["lanes"]; readonly until: number }): ReactNode {
  const sums = timeBy(lanes.values(), until);
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

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400];
const mostTicks = 9;

function Axis({ time }: { readonly time: Time }): ReactNode {
  const seconds = (time.to - time.from) / 1000;
  const step = steps.find((one) => seconds / one <= mostTicks) ?? 86_400 * Math.ceil(seconds / 86_400 / mostTicks);
  const ticks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, place) => place * step);
  return (
    <div className="axis" aria-hidden="true">
      <span />
      <div>
        {ticks.map((at) => (
          <span key={at} style={{ left: `${(100 * at) / seconds}%` }}>
            {at === 0 ? "0" : stopwatch(at * 1000)}
          </span>
        ))}
      </div>
      <span />
    </div>
  );
}

interface LaneProps {
  readonly href: string;
  readonly title: string;
  readonly spans: readonly Span[];
  readonly time: Time;
}

function Lane({ href, title, spans, time }: LaneProps): ReactNode {
  const place = (at: number): number => (100 * (Math.min(at, time.to) - time.from)) / (time.to - time.from);
  const start = startOf(spans);
  const end = endOf(spans);
  const took = start === null ? null : (end ?? time.to) - start;
  return (
    <div className="lane">
      <Link className="clip" href={href}>
        {title}
      </Link>
      <div className="track" role="img" aria-label={laneWords(spans, time.to)}>
        {spans.map(({ what, from }, index) => {
          const to = spans[index + 1]?.from ?? time.to;
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
}

function laneWords(spans: readonly Span[], until: number): string {
  const parts = [...timeBy([spans], until)].filter(([, ms]) => ms > 0);
  const end = spans.at(-1)?.what;
  const words = parts.map(([what, ms]) => `${stretchWords[what]} ${duration(ms)}`);
  return [...words, ...(end === "good" || end === "bad" ? [`ended ${end}`] : [])].join(", ");
}
