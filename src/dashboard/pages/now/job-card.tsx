import type { ReactNode } from "react";
import { Link } from "wouter";
import type { JobSummary, SheetView } from "../../../api/contract/job.ts";
import { branchName } from "../../../base/text.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { useActivity } from "../../kit/activity.ts";
import { useAsk } from "../../kit/ask.ts";
import { newKey } from "../../kit/calls/call.ts";
import { useNow } from "../../kit/clock.ts";
import { Cost } from "../../kit/ui/cost.tsx";
import { Chip } from "../../kit/ui/parts.tsx";
import { Progress } from "../../kit/ui/progress.tsx";
import { isOfJob } from "../../kit/stream/which-events.ts";
import { ago, jobHref, jobWords, sheetHref, sheetWords, stopwatch } from "../../kit/words.ts";

/** Others are a click away. */
const mostSheets = 8;

export function JobCard({ job }: { readonly job: JobSummary }): ReactNode {
  const now = useNow();
  const { data } = useAsk(
    "job.status",
    { job: job.id, folder: "/" },
    { hears: isOfJob(job.id), isOff: job.counts.running === 0 },
  );
  const running = job.counts.running === 0 ? [] : (data?.sheets.filter(({ state }) => state === "running") ?? []);
  const { text, tone } = jobWords(job);
  const { counts } = job;
  return (
    <article className="job-card">
      <header>
        <Link className="name clip" href={jobHref(job.id)}>
          {job.name}
        </Link>
        <Chip tone={tone}>{text}</Chip>
        <span className="faint clip">
          {job.landsOn === null ? "in place" : `lands on ${branchName(job.landsOn)}`} · {ago(job.createdAt, now)}
        </span>
        <span className="figures">
          <Cost of={job.cost} />
          <JobButton job={job} />
        </span>
      </header>
      <div className="how-far">
        <Progress counts={counts} />
        <span className="dim">
          {counts.landed + counts.done + counts.skipped} of {counts.sheets}
          {counts.failed === 0 ? null : <span className="bad-text"> · {counts.failed} failed</span>}
        </span>
      </div>
      {running.length === 0 ? null : (
        <ul className="sheets">
          {running.slice(0, mostSheets).map((sheet) => (
            <RunningRow key={sheet.id} job={job.id} sheet={sheet} now={now} />
          ))}
        </ul>
      )}
      {running.length <= mostSheets ? null : (
        <Link className="more faint" href={jobHref(job.id)}>
          {running.length - mostSheets} more run
        </Link>
      )}
    </article>
  );
}

function JobButton({ job }: { readonly job: JobSummary }): ReactNode {
  const key = newKey();
  if (job.status === "running")
    return (
      <ActButton
        look="quiet"
        title="Running sheets finish, no new ones start"
        run={() => act("job.pause", { job: job.id, key }, `${job.name}: running sheets finish, no new ones start`)}
      >
        Pause
      </ActButton>
    );
  // Only a person's word about its results helps a job that waits for one.
  if ((job.status !== "paused" && job.status !== "interrupted") || job.pause?.kind === "approval") return null;
  return (
    <ActButton look="quiet" run={() => act("job.resume", { job: job.id, folder: "/", key }, `${job.name} goes on`)}>
      Resume
    </ActButton>
  );
}

interface RunningProps {
  readonly job: string;
  readonly sheet: SheetView;
  readonly now: number;
}

function RunningRow({ job, sheet, now }: RunningProps): ReactNode {
  const activity = useActivity(job, sheet.id);
  const { text } = sheetWords(sheet);
  return (
    <li className={`phase-${sheet.phase ?? "preparing"}`}>
      <i aria-hidden="true" />
      <Link className="clip title" href={sheetHref(job, sheet.id)}>
        {sheet.title}
      </Link>
      <span className="clip action mono faint">{activity?.action ?? ""}</span>
      <span className="dim clip agent">{sheet.agent}</span>
      <span className="dim clip phase">{text}</span>
      <span className="mono dim right">{stopwatch(now - (sheet.startedAt ?? now))}</span>
    </li>
  );
}
