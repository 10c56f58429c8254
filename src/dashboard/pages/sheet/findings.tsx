import type { ReactNode } from "react";
import type { SheetFindings } from "../../../api/contract/fix.ts";
import { useAsk } from "../../kit/ask.ts";
import { isOfSheet } from "../../kit/stream/which-events.ts";
import { Panel } from "../../kit/ui/parts.tsx";
import type { OneSheet } from "./one-sheet.ts";
import "./findings.css";

interface Row {
  readonly tool: string;
  readonly code: string;
  readonly before: number;
  /** `null`: no result was verified yet. */
  readonly after: number | null;
  readonly introduced: number;
}

/** Findings before and after, of a job of `tutti fix`; of other jobs nothing. */
export function Findings({ job, view }: OneSheet): ReactNode {
  const { data } = useAsk("fix.findings", { job, sheet: view.id }, { hears: isOfSheet(job, view.id) });
  const rows = data === undefined || data === null ? [] : rowsOf(data);
  if (data === undefined || data === null || rows.length === 0) return null;
  return (
    <Panel title="Findings" count={rows.reduce((sum, { before }) => sum + before, 0)}>
      <div className="findings" role="region" tabIndex={0} aria-label="Findings before and after, by kind">
        <table>
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col">Kind</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
              <th scope="col">New</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ tool, code, before, after, introduced }) => (
              <tr key={`${tool} ${code}`}>
                <td>{tool}</td>
                <td className="mono">{code}</td>
                <td>{before}</td>
                <td className={after === null ? "faint" : after === 0 ? "good-text" : "warn-text"}>
                  {after ?? "not known yet"}
                </td>
                <td className={introduced === 0 ? "faint" : "bad-text"}>{introduced}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details>
        <summary>Where they were</summary>
        <ul>
          {data.findings.map(({ file, line, column, code, message, tool }, place) => (
            <li key={place}>
              <span className="mono">{[file, line, column].filter((part) => part !== null).join(":")}</span> {message}{" "}
              <span className="faint">
                {tool} {code ?? ""}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}

function rowsOf({ asked, counts }: SheetFindings): readonly Row[] {
  const rows = asked.map(({ tool, code, count }) => {
    const found = counts?.find((one) => one.tool === tool);
    const after = counts === null ? null : (found?.remaining[code] ?? 0);
    return { tool, code, before: count, after, introduced: found?.introduced[code] ?? 0 };
  });
  const isAsked = new Set(rows.map(({ tool, code }) => `${tool} ${code}`));
  const others = (counts ?? []).flatMap(({ tool, introduced }) =>
    Object.entries(introduced)
      .filter(([code]) => !isAsked.has(`${tool} ${code}`))
      .map(([code, count]) => ({ tool, code, before: 0, after: count, introduced: count })),
  );
  return [...rows, ...others];
}
