import type { ReactNode } from "react";
import { useSearch } from "wouter";
import type { TimelineView } from "../../../api/contract/timeline.ts";
import type { JobId } from "../../../base/ids.ts";
import { asSentence, branchName } from "../../../base/text.ts";
import { useNow } from "../../kit/clock.ts";
import { lazily } from "../../kit/lazily.tsx";
import { positionIn } from "../../kit/moment.ts";
import { Cost } from "../../kit/ui/cost.tsx";
import { Chip, Empty, Problem, Tabs } from "../../kit/ui/parts.tsx";
import { Progress } from "../../kit/ui/progress.tsx";
import { ago, jobHref, jobWords } from "../../kit/words.ts";
import type { PageProps } from "../page-props.ts";
import { JobActs } from "./job-acts.tsx";
import { SheetTable } from "./sheet-table.tsx";
import { TimeLine } from "./time-line.tsx";
import { TimeTravel } from "./time-travel.tsx";
import { useTimeline } from "./use-timeline.ts";
import "./job.css";

const Graph = lazily(async () => (await import("./graph/graph.tsx")).Graph);
const Terminals = lazily(async () => (await import("./terminals.tsx")).Terminals);

/** One job, now or at an earlier moment: where its time goes, what waits for what, and every sheet. */
export function Page({ params }: PageProps): ReactNode {
  const job = decodeURIComponent(params["job"] ?? "") as JobId;
  const tab = params["tab"] ?? "";
  const position = positionIn(useSearch());
  const { data, error } = useTimeline(job, position, tab);
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <p className="loading faint">Loading …</p>;
  if (data === null)
    return (
      <Empty title="There is no such job">
        It may have been removed, or belong to another home. <a href="/jobs">All jobs</a>
      </Empty>
    );
  const { id } = data.job;
  const when = position === null ? "" : `?at=${String(position)}`;
  return (
    <div className="job">
      <Head view={data} isPast={position !== null} />
      <TimeTravel view={data} position={position} />
      <Tabs
        label="Views of the job"
        tabs={[
          { name: "Time line", href: jobHref(id) + when },
          { name: "Graph", href: jobHref(id, "graph") + when },
          { name: "Sheets", href: jobHref(id, "sheets") + when, count: data.job.counts.sheets },
          ...(position === null ? [{ name: "Terminals", href: jobHref(id, "terminals") }] : []),
        ]}
      />
      <View view={data} tab={tab} isPast={position !== null} />
    </div>
  );
}

function Head({ view: { job, shown }, isPast }: { readonly view: TimelineView; readonly isPast: boolean }): ReactNode {
  const now = useNow();
  const { text, tone } = jobWords(job);
  const { counts } = job;
  return (
    <>
      <header className="page-head">
        <h1>{job.name}</h1>
        <Chip tone={tone}>{text}</Chip>
        <span className="dim">
          {job.landsOn === null ? "works in place" : `lands on ${branchName(job.landsOn)}`} · started{" "}
          {ago(job.createdAt, isPast ? shown.at : now)} · <Cost of={job.cost} />
        </span>
        {isPast ? null : <JobActs job={job} />}
      </header>
      {job.why === null ? null : <p className="why dim">{asSentence(job.why)}</p>}
      <div className="how-far">
        <Progress counts={counts} />
        <span className="dim">
          {counts.landed + counts.done + counts.skipped} of {counts.sheets} good · {counts.running} running
          {counts.failed === 0 ? null : <span className="bad-text"> · {counts.failed} failed</span>}
        </span>
      </div>
    </>
  );
}

interface ViewProps {
  readonly view: TimelineView;
  readonly tab: string;
  readonly isPast: boolean;
}

function View({ view, tab, isPast }: ViewProps): ReactNode {
  if (view.isPart === true && tab !== "") return <p className="loading faint">Loading …</p>;
  switch (tab) {
    case "sheets":
      return <SheetTable view={view} isPast={isPast} />;
    case "graph":
      return <Graph view={view} />;
    case "terminals":
      return <Terminals view={view} />;
    default:
      return <TimeLine view={view} isPast={isPast} />;
  }
}
