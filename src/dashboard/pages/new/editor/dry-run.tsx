import type { ReactNode } from "react";
import type { ScoreAnswer, ScoreOutline } from "../../../../api/contract/score.ts";
import { branchName, plural } from "../../../../base/text.ts";
import { Drawing } from "../../job/graph/drawing.tsx";

interface DryRunProps {
  /** `null`: the score is being read. */
  readonly answer: ScoreAnswer | null;
}

/** The preview of the score: whether it can be played, its faults, and the dependencies. */
export function DryRun({ answer }: DryRunProps): ReactNode {
  const plan = answer?.plan ?? null;
  return (
    <section className="dry-run" aria-label="What it would do">
      <p role="status" className={toneOf(answer)}>
        {wordsOf(answer)}
      </p>
      {answer === null || answer.problems.length === 0 ? null : (
        <ul className="score-problems">
          {answer.problems.map(({ line, column, path, severity, code, message, file }, place) => (
            <li key={place}>
              <span className={severity === "error" ? "bad-text" : severity === "warning" ? "warn-text" : "dim"}>
                {severity}
              </span>
              <span className="mono faint">{`${file === null ? "" : `${file}:`}${String(line)}:${String(column)}`}</span>
              <span>
                {path === "" ? "" : <code>{path}</code>} {message} <span className="faint">[{code}]</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {plan === null || plan.sheets.length === 0 ? null : <PlanGraph plan={plan} />}
    </section>
  );
}

function PlanGraph({ plan: { sheets, longestChain } }: { readonly plan: ScoreOutline }): ReactNode {
  const drawn = sheets.map(({ id, title, after, agents }) => ({
    ...{ id, title, after, text: agents.join(" → "), tone: "calm", href: null, ms: null },
  })) as Parameters<typeof Drawing>[0]["sheets"];
  return <Drawing sheets={drawn} path={longestChain} />;
}

function toneOf(answer: ScoreAnswer | null): string {
  if (answer === null) return "faint";
  return answer.plan === null ? "bad-text" : "good-text";
}

function wordsOf(answer: ScoreAnswer | null): string {
  if (answer === null) return "Reading the score …";
  const errors = answer.problems.filter(({ severity }) => severity === "error").length;
  if (answer.plan === null) return `Not valid: ${plural(errors, "error")}`;
  const { sheets, parallel, target, isolation } = answer.plan;
  const where =
    isolation === "none"
      ? "in the folder itself"
      : `lands on ${target === null ? "the branch that is checked out" : branchName(target)}`;
  return `Valid: ${plural(sheets.length, "sheet")}, at most ${String(parallel)} at once, ${where}`;
}
