import type { ReactNode } from "react";
import { dollars } from "../../../base/text.ts";
import { useAsk } from "../../kit/ask.ts";
import { Problem } from "../../kit/ui/parts.tsx";
import { isOfJobs } from "../../kit/stream/which-events.ts";
import { Changes } from "./changes.tsx";
import { Findings } from "./findings.tsx";
import { totalsOf } from "./totals.ts";
import "./stats.css";

/** All jobs of this home in figures, and what was measured of findings and of agents over time. */
export function Page(): ReactNode {
  const jobs = useAsk("job.list", {}, { hears: isOfJobs, soonestMs: 3_000 });
  const stats = useAsk("learn.stats", {}, { hears: isOfJobs, soonestMs: 3_000 });
  const error = jobs.error ?? stats.error;
  const { sheets, landed, failed, open, usd, unpriced } = totalsOf(jobs.data ?? []);
  const figures = [
    { name: "Jobs", value: String(jobs.data?.length ?? 0), more: "of this home" },
    { name: "Sheets", value: String(sheets), more: `${open} not finished` },
    { name: "Landed or done", value: String(landed), more: shareWords(landed, landed + failed) },
    { name: "Failed", value: String(failed), more: shareWords(failed, landed + failed) },
    {
      name: "Cost",
      value: dollars(usd),
      more: unpriced === 0 ? "all of it known" : `${unpriced} runs of unknown cost`,
    },
    { name: "Attempts", value: String(stats.data?.attempts ?? 0), more: "measured, the newest" },
  ];
  return (
    <div className="stats-page">
      <header className="page-head">
        <h1>Stats</h1>
      </header>
      {error === null ? null : <Problem error={error} />}
      <div className="stack">
        <dl className="figures-row">
          {figures.map(({ name, value, more }) => (
            <div className="panel" key={name}>
              <dt className="dim">{name}</dt>
              <dd className="value">{value}</dd>
              <dd className="faint">{more}</dd>
            </div>
          ))}
        </dl>
        <Findings tallies={stats.data?.findings ?? []} />
        <Changes />
      </div>
    </div>
  );
}

function shareWords(part: number, all: number): string {
  return all === 0 ? "nothing ended yet" : `${String(Math.round((100 * part) / all))} % of what ended`;
}
