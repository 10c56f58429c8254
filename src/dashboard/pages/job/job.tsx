import { lazy, type ReactNode, Suspense } from "react";
import type { JobView } from "../../../api/contract/job.ts";
import { asSentence, branchName } from "../../../base/text.ts";
import { useAsk } from "../../kit/ask.ts";
import { useNow } from "../../kit/clock.ts";
import { useHistory } from "../../kit/history.ts";
import { Cost } from "../../kit/ui/cost.tsx";
import { Chip, Empty, Problem, Tabs } from "../../kit/ui/parts.tsx";
import { Progress } from "../../kit/ui/progress.tsx";
import { isOfJob } from "../../kit/which-events.ts";
import { ago, jobHref, jobWords } from "../../kit/words.ts";
import type { PageProps } from "../page-props.ts";
import { JobActs } from "./job-acts.tsx";
import { lanesOf } from "./lanes.ts";
import { SheetTable } from "./sheet-table.tsx";
import { TimeLine } from "./time-line.tsx";
import "./job.css";

const Graph = lazy(async () => ({ default: (await import("./graph.tsx")).Graph }));

/** One job: where its time goes, what waits for what, and every sheet. */
export function Page({ params }: PageProps): ReactNode {
  const job = decodeURIComponent(params["job"] ?? "");
  const tab = params["tab"] ?? "";
  const { data, error } = useAsk("job.status", { job, folder: "/" }, { hears: isOfJob(job) });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <p className="loading faint">Loading …</p>;
  if (data === null)
    return (
      <Empty title="There is no such job">
        It may have been removed, or belong to another home. <a href="/jobs">All jobs</a>
      </Empty>
    );
  return (
    <div className="job">
      <Head job={data} />
      <Tabs
        label="Views of the job"
        tabs={[
          { name: "Time line", href: jobHref(data.id) },
          { name: "Graph", href: jobHref(data.id, "graph") },
          { name: "Sheets", href: jobHref(data.id, "sheets"), count: data.sheets.length },
        ]}
      />
      <View job={data} tab={tab} />
    </div>
  );
}

function Head({ job }: { readonly job: JobView }): ReactNode {
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
          {ago(job.createdAt, now)} · <Cost of={job.cost} />
        </span>
        <JobActs job={job} />
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

function View({ job, tab }: { readonly job: JobView; readonly tab: string }): ReactNode {
  const events = useHistory(job.id);
  const lanes = lanesOf(events ?? [], job.sheets, job.createdAt);
  if (tab === "sheets") return <SheetTable job={job} lanes={lanes} />;
  if (events === null) return <p className="loading faint">Reading what happened …</p>;
  if (tab !== "graph") return <TimeLine job={job} lanes={lanes} />;
  return (
    <Suspense fallback={<p className="loading faint">Loading …</p>}>
      <Graph job={job} lanes={lanes} />
    </Suspense>
  );
}
