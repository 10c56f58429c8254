import type { ReactNode } from "react";
import { Link } from "wouter";
import type { TimelineView } from "../../../api/contract/timeline.ts";
import { mostTerminals } from "../../kit/terminals.ts";
import { Chip, Empty } from "../../kit/ui/parts.tsx";
import { sheetHref, sheetWords } from "../../kit/words.ts";
import { TerminalBox } from "../sheet/log/terminal-box.tsx";

/** The output of running agents, side by side. */
export function Terminals({ view: { job, sheets } }: { readonly view: TimelineView }): ReactNode {
  const running = sheets.filter(({ state, attempts }) => state === "running" && attempts > 0);
  if (running.length === 0)
    return <Empty title="No agent is at work">The terminals of running agents are here, up to {mostTerminals}.</Empty>;
  return (
    <>
      <div className="wall">
        {running.slice(0, mostTerminals).map((sheet) => {
          const { id, title, attempts } = sheet;
          const { text, tone } = sheetWords(sheet);
          return (
            <section key={id} className="panel" aria-label={title}>
              <header>
                <h2 className="clip">
                  <Link href={sheetHref(job.id, id, "terminal")}>{title}</Link>
                </h2>
                <Chip tone={tone}>{text}</Chip>
              </header>
              <TerminalBox log={{ job: job.id, sheet: id, attempt: attempts, stream: "stdout" }} rows={12} />
            </section>
          );
        })}
      </div>
      {running.length > mostTerminals ? (
        <p className="faint">{running.length - mostTerminals} more agents are at work: the page Sheets has them.</p>
      ) : null}
    </>
  );
}
