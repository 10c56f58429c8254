import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { useAsk } from "../../kit/ask.ts";
import { Empty, Panel, Problem } from "../../kit/ui/parts.tsx";
import { isOfJobs, isOfQueue } from "../../kit/stream/which-events.ts";
import { Collisions } from "./collisions.tsx";
import { Landed } from "./landed.tsx";
import { Queue } from "./queue.tsx";
import "./landing.css";

/** The next landings in a repository and the reasons that they wait for, the collisions, and past landings. */
export function Page(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const jobs = useAsk("job.list", {}, { hears: isOfJobs, soonestMs: 2_000 });
  const queues = useAsk("queue.list", { folder: "/", all: true }, { hears: isOfQueue, everyMs: 5_000 });
  const known = (jobs.data ?? []).toSorted((one, other) => other.createdAt - one.createdAt);
  const names = new Map<string, string>(known.map(({ id, name }) => [id, name]));
  const repositories = [...new Set([...known, ...(queues.data ?? [])].map(({ repository }) => repository))];
  const asked = search.get("repository");
  const repository = repositories.find((one) => one === asked) ?? repositories[0];
  const here = (queues.data ?? []).filter((one) => one.repository === repository);
  const error = jobs.error ?? queues.error;
  return (
    <div className="landing-page">
      <header className="page-head">
        <h1>Landing</h1>
        {repositories.length < 2 ? (
          <p className="dim mono clip">{repository}</p>
        ) : (
          <select
            aria-label="Repository"
            value={repository}
            onChange={({ target }) => setSearch({ repository: target.value })}
          >
            {repositories.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </header>
      {error === null ? null : <Problem error={error} />}
      {jobs.data !== undefined && repository === undefined ? (
        <Empty title="No job yet, so nothing lands">
          Start one in a terminal: <code>tutti task "…"</code> or <code>tutti run score.yaml</code>
        </Empty>
      ) : null}
      {repository === undefined ? null : (
        <div className="stack" key={repository}>
          {here.length === 0 ? (
            <Panel title="Queue" count={0}>
              <p className="nothing dim">No result waits to land.</p>
            </Panel>
          ) : (
            here.map((queue) => <Queue key={queue.target} queue={queue} names={names} again={queues.again} />)
          )}
          <Collisions repository={repository} names={names} />
          <Landed repository={repository} names={names} />
        </div>
      )}
    </div>
  );
}
