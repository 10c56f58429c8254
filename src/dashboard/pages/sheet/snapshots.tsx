import type { ReactNode } from "react";
import { plural } from "../../../base/text.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { useAsk } from "../../kit/ask.ts";
import { newKey } from "../../kit/calls/call.ts";
import { useNow } from "../../kit/clock.ts";
import { Empty, Problem } from "../../kit/ui/parts.tsx";
import { isOfSheet } from "../../kit/stream/which-events.ts";
import { ago, bytesText } from "../../kit/words.ts";
import { Fork } from "./fork.tsx";
import type { OneSheet } from "./one-sheet.ts";

/** The work that is kept, newest first; each can be put on a branch, or be where the next attempt begins. */
export function Snapshots({ job, view }: OneSheet): ReactNode {
  const now = useNow();
  const { data, error } = useAsk(
    "sheet.snapshots",
    { job, folder: "/", what: view.id },
    { hears: isOfSheet(job, view.id) },
  );
  if (error !== null) return <Problem error={error} />;
  if (data?.snapshots.length === 0)
    return <Empty title="Nothing was kept yet">A snapshot is taken while an agent works, and when it ends.</Empty>;
  const restore = (number: number): Promise<unknown> => {
    const name = prompt("Put the snapshot on a new branch named", `${view.id}-${number}`);
    if (name === null || name === "") return Promise.resolve();
    return act(
      "sheet.restore",
      { job, folder: "/", what: `${view.id}@${number}`, to: { kind: "branch", name } },
      `Snapshot ${number} is on the branch ${name}`,
    );
  };
  const mayRetry = view.state === "failed" || view.state === "cancelled";
  return (
    <ul className="snapshots panel">
      {(data?.snapshots ?? []).toReversed().map(({ number, at, attempt, why, files, insertions, deletions, bytes }) => (
        <li key={number}>
          <strong>@{number}</strong>
          <div>
            <p>
              {why}{" "}
              <span className="faint">
                · attempt {attempt} · {ago(at, now)}
              </span>
            </p>
            <p className="dim">
              {plural(files, "file")} · <span className="good-text">+{insertions}</span>{" "}
              <span className="bad-text">-{deletions}</span> · {bytesText(bytes)}
            </p>
          </div>
          {mayRetry ? (
            <ActButton
              run={() =>
                act(
                  "sheet.retry",
                  { job, sheet: view.id, from: `@${number}`, key: newKey() },
                  `The next attempt goes on from snapshot ${number}`,
                )
              }
            >
              Retry from here
            </ActButton>
          ) : null}
          <Fork job={job} view={view} number={number} />
          <ActButton run={() => restore(number)}>Restore to a branch</ActButton>
        </li>
      ))}
    </ul>
  );
}
