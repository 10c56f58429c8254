import type { ReactNode } from "react";
import { Link } from "wouter";
import type { QueueGate, QueueRow } from "../../../api/contract/landing/queue.ts";
import { duration } from "../../../base/text.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { newKey } from "../../kit/calls/call.ts";
import { useNow } from "../../kit/clock.ts";
import { briefly, sheetHref } from "../../kit/words.ts";

interface TicketProps {
  readonly row: QueueRow;
  readonly repository: string;
  readonly names: ReadonlyMap<string, string>;
  readonly again: () => void;
}

/** One result in the line: how far it is, and which gates it still waits for. */
export function Ticket({ row, repository, names, again }: TicketProps): ReactNode {
  const now = useNow();
  const { place, job, sheet, title, state, since, gates, why } = row;
  const name = `${job}/${sheet}`;
  return (
    <li className={`ticket ${state}`}>
      <p className="faint">
        <span className="mono">{place}</span> {state}
        {since === null ? null : ` ${briefly(now - since)}`}
      </p>
      <p className="clip">
        <Link className="clip strong" href={sheetHref(job, sheet)} title={title}>
          {title}
        </Link>
      </p>
      <p className="faint clip">{names.get(job) ?? job}</p>
      {gates.length === 0 ? null : (
        <ul className="ticket-gates" aria-label="Gates">
          {gates.map((gate) => (
            <Gate key={gate.name} gate={gate} />
          ))}
        </ul>
      )}
      {why === null ? null : <p className="warn-text">{why}</p>}
      {state === "landing" ? null : (
        <p className="acts">
          {place === 1 ? null : (
            <ActButton
              look="quiet"
              title="Goes before all others"
              run={() =>
                act("queue.reorder", { folder: repository, sheets: [name], key: newKey() }, `${sheet} goes first`).then(
                  again,
                )
              }
            >
              First
            </ActButton>
          )}
          <ActButton
            look="quiet"
            title="Its work is kept, and an approval puts it back"
            run={() =>
              act(
                "queue.eject",
                { folder: repository, job, sheet, key: newKey() },
                `${sheet} is out of the queue`,
              ).then(again)
            }
          >
            Take out
          </ActButton>
        </p>
      )}
    </li>
  );
}

const gateWords = { waiting: "waits", running: "runs", passed: "passed", failed: "failed" } as const;

function Gate({ gate: { name, state, ms } }: { readonly gate: QueueGate }): ReactNode {
  return (
    <li className={`gate ${state}`}>
      <i aria-hidden="true" />
      <span className="clip">{name}</span>
      <span className="faint">{ms === null ? gateWords[state] : `${gateWords[state]}, ${duration(ms)}`}</span>
    </li>
  );
}
