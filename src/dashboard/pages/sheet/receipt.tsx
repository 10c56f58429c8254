import type { ReactNode } from "react";
import { branchName } from "../../../base/text.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { useAsk } from "../../kit/ask.ts";
import { newKey } from "../../kit/calls/call.ts";
import { Chip, Empty, Panel, Problem } from "../../kit/ui/parts.tsx";
import type { OneSheet } from "./one-sheet.ts";

/** The proof of a landing: what git says now of what the receipt says. */
export function Receipt({ job, view }: OneSheet): ReactNode {
  const { data, error } = useAsk("landing.verify", { job, folder: "/" });
  const rows = useAsk("landing.list", { job, folder: "/" });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <p className="loading faint">Proving it against git …</p>;
  const found = data.landings.find(({ sheet }) => sheet === view.id);
  if (found === undefined)
    return <Empty title="Git does not show this landing on its target">The Why page says what happened to it.</Empty>;
  const target = rows.data?.find(({ sheet }) => sheet === view.id)?.target ?? null;
  const undo = async (): Promise<unknown> =>
    confirm(`Take back what ${view.id} landed? A job of its own does it, and lands like any other.`) &&
    act("sheet.undo", { job, folder: "/", sheet: view.id, key: newKey() }, `A job takes back ${view.id}`);
  return (
    <Panel title="Receipt" aside={<ActButton run={undo}>Undo</ActButton>}>
      <dl className="pairs">
        <div>
          <dt className="dim">Proof</dt>
          <dd>
            <Chip tone={found.problems.length === 0 ? "good" : "bad"}>{found.outcome}</Chip>
          </dd>
        </div>
        {target === null ? null : (
          <div>
            <dt className="dim">Landed on</dt>
            <dd>{branchName(target)}</dd>
          </div>
        )}
        <div>
          <dt className="dim">Commits</dt>
          <dd className="mono">{found.commits.join(" ")}</dd>
        </div>
        <div>
          <dt className="dim">Validated</dt>
          <dd>{found.level}</dd>
        </div>
        {[...found.problems, ...found.absent.map((what) => `not checked, because it is not here: ${what}`)].map(
          (line) => (
            <div key={line}>
              <dt className="dim">Note</dt>
              <dd>{line}</dd>
            </div>
          ),
        )}
      </dl>
    </Panel>
  );
}
