import type { ReactNode } from "react";
import { Link } from "wouter";
import type { QueueRow, QueueView } from "../../../api/contract/landing/queue.ts";
import { asSentence, branchName, plural } from "../../../base/text.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { newKey } from "../../kit/calls/call.ts";
import { Panel } from "../../kit/ui/parts.tsx";
import { sheetHref } from "../../kit/words.ts";
import { Gates } from "./gates.tsx";
import { Ticket } from "./ticket.tsx";

/** More tickets than that tell nothing at a glance. */
const most = 60;

interface QueueProps {
  readonly queue: QueueView;
  /** Of jobs, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Asks again: no event tells that a person changed the queue. */
  readonly again: () => void;
}

/** The line of one target: the target, the batch that is tested together, and what waits behind it. */
export function Queue({ queue, names, again }: QueueProps): ReactNode {
  const { repository, target, entries, held, problem } = queue;
  const isTested = ({ state }: QueueRow): boolean => state === "testing" || state === "landing";
  const batch = entries.filter(isTested);
  const rest = entries.filter((row) => !isTested(row)).slice(0, most);
  const ticket = (row: QueueRow): ReactNode => (
    <Ticket key={`${row.job}/${row.sheet}`} row={row} repository={repository} names={names} again={again} />
  );
  return (
    <Panel
      title={`Queue of ${branchName(target)}`}
      count={entries.length}
      aside={<Switch queue={queue} again={again} />}
    >
      {problem === null ? null : <p className="nothing bad-text">{asSentence(problem)}</p>}
      {entries.length === 0 ? (
        <p className="nothing dim">No result waits in the line.</p>
      ) : (
        <div className="track">
          <p className="end">
            <span className="mono">{branchName(target)}</span>
          </p>
          {batch.length === 0 ? null : (
            <section className="batch" aria-label="Batch that is tested together">
              <p className="faint">{batch.length === 1 ? "tested now" : `${batch.length} tested together`}</p>
              <ol>{batch.map(ticket)}</ol>
            </section>
          )}
          {rest.length === 0 ? null : (
            <section className="behind" aria-label="Waits behind it">
              <p className="faint">{waitWords(queue, batch.length)}</p>
              <ol>{rest.map(ticket)}</ol>
            </section>
          )}
          {entries.length <= batch.length + most ? null : (
            <p className="faint">{entries.length - batch.length - most} more</p>
          )}
        </div>
      )}
      {held.length === 0 ? null : <Held rows={held} names={names} />}
      <Gates repository={repository} target={target} />
    </Panel>
  );
}

function waitWords({ isPaused, window }: QueueView, tested: number): string {
  if (isPaused) return "wait until the queue is resumed";
  if (window === null) return tested === 0 ? "wait for their turn" : "wait for it";
  return `wait for it; the next test covers ${plural(window, "result")}`;
}

function Switch({ queue: { repository, target, isPaused }, again }: Omit<QueueProps, "names">): ReactNode {
  const which = { folder: repository, target };
  const name = branchName(target);
  return isPaused ? (
    <>
      <span className="warn-text">paused</span>{" "}
      <ActButton
        run={() => act("queue.resume", { ...which, key: newKey() }, `Results land on ${name} again`).then(again)}
      >
        Resume the queue
      </ActButton>
    </>
  ) : (
    <ActButton
      look="quiet"
      title="Nothing lands until it is resumed; a landing that is being published finishes"
      run={() =>
        act("queue.pause", { ...which, key: newKey() }, `Nothing lands on ${name} until it is resumed`).then(again)
      }
    >
      Pause the queue
    </ActButton>
  );
}

function Held({ rows, names }: { readonly rows: readonly QueueRow[]; readonly names: QueueProps["names"] }): ReactNode {
  return (
    <ul className="held" aria-label="Waits for a person">
      {rows.map(({ job, sheet, title, why }) => (
        <li key={`${job}/${sheet}`}>
          <p className="clip">
            <Link className="clip" href={sheetHref(job, sheet, "diff")}>
              {title}
            </Link>{" "}
            <span className="faint">in {names.get(job) ?? job}</span>
          </p>
          <p className="warn-text clip">waits for you{why === null ? "" : `: ${why}`}</p>
          <ActButton
            run={() => act("sheet.approve", { job, sheets: [sheet], key: newKey() }, `${sheet} lands in its turn`)}
          >
            Approve
          </ActButton>
        </li>
      ))}
    </ul>
  );
}
