import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { JobSummary } from "../../../api/contract/job.ts";
import { useAsk } from "../../kit/ask.ts";
import { useNow } from "../../kit/clock.ts";
import { Cost } from "../../kit/ui/cost.tsx";
import { Chip, Empty, Problem } from "../../kit/ui/parts.tsx";
import { Progress } from "../../kit/ui/progress.tsx";
import { type Column, Table } from "../../kit/ui/table.tsx";
import { isOfJobs } from "../../kit/stream/which-events.ts";
import { ago, jobHref, jobWords } from "../../kit/words.ts";
import "./jobs.css";

/** Every job of this home, newest first. */
export function Page(): ReactNode {
  const now = useNow();
  const [wanted, setWanted] = useState("");
  const { data, error } = useAsk("job.list", {}, { hears: isOfJobs });
  const jobs = (data ?? [])
    .filter(
      ({ archived, name, id }) => archived !== true && `${name} ${id}`.toLowerCase().includes(wanted.toLowerCase()),
    )
    .toSorted((one, other) => other.createdAt - one.createdAt);
  const columns: readonly Column<JobSummary>[] = [
    {
      name: "Job",
      width: "minmax(100px, 2fr)",
      cell: ({ id, name }) => (
        <Link className="strong clip" href={jobHref(id)}>
          {name}
        </Link>
      ),
    },
    { name: "State", width: "116px", cell: (job) => <Chip tone={jobWords(job).tone}>{jobWords(job).text}</Chip> },
    {
      name: "Progress",
      width: "minmax(90px, 1fr)",
      isExtra: true,
      cell: ({ counts }) => <Progress counts={counts} />,
    },
    {
      name: "Sheets",
      width: "72px",
      isNumber: true,
      cell: ({ counts }) => `${counts.landed + counts.done + counts.skipped} / ${counts.sheets}`,
    },
    { name: "Cost", width: "76px", isNumber: true, isExtra: true, cell: ({ cost }) => <Cost of={cost} /> },
    {
      name: "Repository",
      width: "minmax(90px, 1fr)",
      isExtra: true,
      cell: ({ repository }) => (
        <span className="dim clip" title={repository}>
          {repository.split("/").at(-1)}
        </span>
      ),
    },
    {
      name: "Started",
      width: "92px",
      isNumber: true,
      isExtra: true,
      cell: ({ createdAt }) => <span className="dim">{ago(createdAt, now)}</span>,
    },
  ];
  return (
    <div className="jobs">
      <header className="page-head">
        <h1>Jobs</h1>
        <input
          type="search"
          aria-label="Find jobs by name"
          placeholder="Find by name"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </header>
      {error === null ? null : <Problem error={error} />}
      {data !== undefined && jobs.length === 0 ? (
        <Empty title={wanted === "" ? "No jobs yet" : "No job has such a name"}>
          Start one in a terminal: <code>tutti task "…"</code> or <code>tutti run score.yaml</code>
        </Empty>
      ) : (
        <Table label="Jobs" columns={columns} rows={jobs} keyOf={({ id }) => id} />
      )}
    </div>
  );
}
