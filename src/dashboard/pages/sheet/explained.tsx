import type { ReactNode } from "react";
import { useAsk } from "../../kit/ask.ts";
import { Cost } from "../../kit/ui/cost.tsx";
import { Panel, Problem } from "../../kit/ui/parts.tsx";
import { isOfSheet } from "../../kit/stream/which-events.ts";
import { stopwatch } from "../../kit/words.ts";
import { ThreeSides } from "./three-sides.tsx";
import type { OneSheet } from "./one-sheet.ts";

/** Why the sheet is what it is, in sentences, and what to do next. */
export function Explained({ job, view }: OneSheet): ReactNode {
  const { data, error } = useAsk(
    "job.explain",
    { job, folder: "/", sheet: view.id },
    { hears: isOfSheet(job, view.id) },
  );
  if (error !== null) return <Problem error={error} />;
  if (data === undefined || data === null) return <p className="loading faint">Loading …</p>;
  return (
    <div className="explained">
      <Panel title="What happened">
        <ol className="sentences">
          {data.because.map((sentence, place) => (
            <li key={place}>{sentence}</li>
          ))}
        </ol>
      </Panel>
      {data.next.length === 0 ? null : (
        <Panel title="What to do next">
          <ul className="sentences">
            {data.next.map((line) => (
              <li key={line} className="mono">
                {line}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {data.merging === undefined ? null : <ThreeSides conflicts={data.merging.conflicts} />}
      <Panel title="Attempts" count={data.attempts.length}>
        <ul className="attempts">
          {data.attempts.map(({ attempt, agent, model, startedAt, endedAt, code, cost }) => (
            <li key={attempt}>
              <span>{attempt}</span>
              <span>
                {agent}
                {model === null ? "" : ` (${model})`}
              </span>
              <span className={code === null ? "faint" : "bad-text"}>{code ?? "no trouble"}</span>
              <span className="mono dim right">{endedAt === null ? "" : stopwatch(endedAt - startedAt)}</span>
              <span className="right">
                <Cost of={cost} />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
