import { CircleCheck, CircleMinus, CircleX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Verdict, resultsOf, type ValidationResult } from "../../../sheet/verdict.ts";
import { useHistory } from "../../kit/history.ts";
import { Empty } from "../../kit/ui/parts.tsx";
import { Findings } from "./findings.tsx";
import { Ranges } from "./log/ranges.tsx";
import type { OneSheet } from "./one-sheet.ts";

interface Judgement {
  readonly attempt: number;
  readonly at: number;
  readonly verdict: Verdict;
}

/** The verdict of each validation on each attempt, with everything that it printed. */
export function Validations({ job, view, until }: OneSheet): ReactNode {
  const events = useHistory(job, view.id);
  if (events === null) return <p className="loading faint">Reading what happened …</p>;
  const found = events.flatMap(({ sheet, index, recorded, at }): readonly Judgement[] => {
    if (sheet !== view.id || index > 0 || recorded.about !== "sheet" || recorded.event.kind !== "ended") return [];
    const { attempt, verdict } = recorded.event;
    return resultsOf(verdict).length === 0 ? [] : [{ attempt, at, verdict }];
  });
  return (
    <div className="validations">
      <Findings job={job} view={view} until={until} />
      {found.length === 0 ? (
        <Empty title="No validation has run yet">They run when the agent has ended, and judge what it left.</Empty>
      ) : null}
      {found.toReversed().map(({ attempt, at, verdict }) => (
        <section className="panel" key={attempt} aria-label={`Attempt ${attempt}`}>
          <header>
            <h2>Attempt {attempt}</h2>
            <span className="aside">{new Date(at).toLocaleTimeString([], { hour12: false })}</span>
          </header>
          <ul>
            {resultsOf(verdict).map((result) => (
              <Result key={result.index} job={job} sheet={view.id} attempt={attempt} result={result} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface ResultProps {
  readonly job: OneSheet["job"];
  readonly sheet: string;
  readonly attempt: number;
  readonly result: ValidationResult;
}

function Result({ job, sheet, attempt, result }: ResultProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const Icon = result.passed ? CircleCheck : result.skipped === true ? CircleMinus : CircleX;
  const tone = result.passed ? "good-text" : result.skipped === true ? "faint" : "bad-text";
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Icon
            className={tone}
            aria-label={result.passed ? "passed" : result.skipped === true ? "skipped" : "failed"}
          />
          <span className="mono">{result.description}</span>
        </summary>
        {result.reason === "" ? null : <p className="dim">{result.reason}</p>}
        {result.hint === undefined ? null : <p className="dim">{result.hint}</p>}
        {isOpen ? (
          <Ranges
            asked={{ job, sheet, attempt, validation: result.index + 1 }}
            label={`Output of ${result.description}`}
          />
        ) : null}
      </details>
    </li>
  );
}
