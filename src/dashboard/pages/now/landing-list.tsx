import type { ReactNode } from "react";
import { Link } from "wouter";
import type { QueueView } from "../../../api/contract/landing/queue.ts";
import { branchName } from "../../../base/text.ts";
import { Panel } from "../../kit/ui/parts.tsx";
import { sheetHref } from "../../kit/words.ts";

const most = 8;

/** The next landings, target by target. */
export function LandingList({ queues }: { readonly queues: readonly QueueView[] }): ReactNode {
  const busy = queues.filter(({ entries, isPaused, problem }) => entries.length > 0 || isPaused || problem !== null);
  const count = busy.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <Panel title="Landing" count={count}>
      {busy.length === 0 ? <p className="nothing dim">The queue is empty.</p> : null}
      {busy.map(({ repository, target, isPaused, problem, entries }) => (
        <div className="queue" key={`${repository} ${target}`}>
          <p className="target">
            <span className="mono">{branchName(target)}</span>
            {isPaused ? <span className="warn-text"> paused</span> : null}
          </p>
          {problem === null ? null : <p className="bad-text">{problem}</p>}
          <ol>
            {entries.slice(0, most).map(({ job, sheet, title, state }) => (
              <li key={`${job}/${sheet}`}>
                <Link className="clip" href={sheetHref(job, sheet)}>
                  {title}
                </Link>
                <span className={`faint state-${state}`}>{state}</span>
              </li>
            ))}
          </ol>
          {entries.length <= most ? null : <p className="faint">{entries.length - most} more</p>}
        </div>
      ))}
    </Panel>
  );
}
