import type { ReactNode } from "react";
import { needsOf } from "../../../api/contract/needs.ts";
import { useAsk } from "../../kit/ask.ts";
import { Empty, Panel, Problem } from "../../kit/ui/parts.tsx";
import { isUnderWay } from "../../kit/words.ts";
import { isOfJobs, isOfQueue } from "../../kit/stream/which-events.ts";
import { JobCard } from "./job-card.tsx";
import { LandingList } from "./landing-list.tsx";
import { Limits } from "./limits.tsx";
import { Machine } from "./machine.tsx";
import { NeedRow } from "./need-row.tsx";
import { Today } from "./today.tsx";
import "./now.css";

/** Everything that is under way, and what needs a person first. */
export function Page(): ReactNode {
  const jobs = useAsk("job.list", {}, { hears: isOfJobs });
  const queues = useAsk("queue.list", { folder: "/", all: true }, { hears: isOfQueue });
  const conductor = useAsk("conductor.status", {}, { everyMs: 5_000 });
  const known = jobs.data?.filter(({ archived }) => archived !== true) ?? [];
  const live = known.filter(isUnderWay).toSorted((one, other) => other.createdAt - one.createdAt);
  const needs = needsOf(known, queues.data ?? []);
  const error = jobs.error ?? queues.error;
  return (
    <div className="now">
      <header className="page-head">
        <h1>Now</h1>
        {conductor.data === undefined ? null : (
          <p className="dim">
            {conductor.data.sheets.running} of {conductor.data.sheets.limit} places in use ·{" "}
            {conductor.data.jobs.playing} {conductor.data.jobs.playing === 1 ? "job" : "jobs"} playing
          </p>
        )}
      </header>
      {error === null ? null : <Problem error={error} />}
      {conductor.data?.held === null || conductor.data === undefined ? null : (
        <p className="held" role="status">
          Starts are held back: {conductor.data.held}. {conductor.data.disk?.next ?? ""}
        </p>
      )}
      <div className="columns">
        <div className="column">
          <Panel title="Needs you" count={needs.length}>
            {needs.length === 0 ? (
              <p className="nothing dim">Nothing waits for a person.</p>
            ) : (
              <ul className="needs">
                {needs.map((need) => (
                  <NeedRow
                    key={`${need.job}/${need.sheet ?? ""}`}
                    need={need}
                    name={known.find(({ id }) => id === need.job)?.name ?? need.job}
                  />
                ))}
              </ul>
            )}
          </Panel>
          <Panel title="Running" count={live.length}>
            {live.length === 0 && jobs.data !== undefined ? (
              <Empty title="No job is under way">
                Start one in a terminal: <code>tutti task "…"</code> or <code>tutti run score.yaml</code>
              </Empty>
            ) : (
              live.slice(0, mostCards).map((job) => <JobCard key={job.id} job={job} />)
            )}
          </Panel>
        </div>
        <div className="column">
          <LandingList queues={queues.data ?? []} />
          <Limits limits={conductor.data?.limits ?? []} />
          <Today />
          <Machine status={conductor.data} />
        </div>
      </div>
    </div>
  );
}

/** The others are on the page of jobs. */
const mostCards = 12;
