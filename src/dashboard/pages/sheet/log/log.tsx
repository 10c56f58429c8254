import { type ReactNode, useEffect, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import { Link } from "wouter";
import { type Entry, makeTranscript, type Transcript } from "../../../../agents/transcript/transcript.ts";
import { dollars, plural } from "../../../../base/text.ts";
import { Empty, Problem } from "../../../kit/ui/parts.tsx";
import { bytesText, sheetHref } from "../../../kit/words.ts";
import { useAttempt } from "./attempts.tsx";
import { useLog } from "./log-pieces.ts";
import type { OneSheet } from "../one-sheet.ts";

/** The agent's words and actions, as they happen. All of it is text: nothing of a log is ever read as HTML. */
export function Log({ job, view, until }: OneSheet): ReactNode {
  const [attempt, picker] = useAttempt(view);
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const transcript = useRef<Transcript | null>(null);
  const list = useRef<VListHandle>(null);
  const isAtEnd = useRef(true);
  const { skipped, error, isEmpty } = useLog(
    { job, sheet: view.id, attempt, stream: "stdout" },
    {
      take: (piece) => {
        if (piece === null) {
          transcript.current = null;
          setEntries([]);
          return;
        }
        transcript.current ??= makeTranscript(piece.form);
        const news = transcript.current.add(piece);
        setEntries((before) => [...before, ...news].slice(-mostEntries));
      },
    },
  );
  const shown = until === null ? entries : entries.filter(({ at }) => at === null || at <= until);
  useEffect(() => {
    if (isAtEnd.current && shown.length > 0) list.current?.scrollToIndex(shown.length - 1, { align: "end" });
  }, [entries, until]);
  if (error !== null) return <Problem error={{ message: error, hint: null }} />;
  return (
    <section className="log" aria-label="Log">
      <div className="log-tools">
        {picker}
        {skipped === 0 ? null : (
          <span className="faint">
            The first {bytesText(skipped)} are not shown here.{" "}
            <Link href={sheetHref(job, view.id, "output")}>Output</Link> has all of it.
          </span>
        )}
        {until === null ? null : (
          <span className="dim">
            The log as it was then: {shown.length} of {plural(entries.length, "entry", "entries")}
          </span>
        )}
      </div>
      {isEmpty ? (
        <Empty
          title={view.attempts === 0 ? "No agent has worked on this sheet yet" : "The agent has printed nothing yet"}
        />
      ) : (
        <div className="panel log-box" tabIndex={0} role="log" aria-label="What the agent said and did">
          <VList
            ref={list}
            data={shown}
            onScroll={(offset) => {
              const { scrollSize, viewportSize } = list.current ?? { scrollSize: 0, viewportSize: 0 };
              isAtEnd.current = offset + viewportSize > scrollSize - 40;
            }}
          >
            {(entry, place) => <EntryRow key={place} entry={entry} />}
          </VList>
        </div>
      )}
    </section>
  );
}

/** The oldest go first; Output has all of it. */
const mostEntries = 20_000;
const mostChars = 20_000;

function EntryRow({ entry: { at, what } }: { readonly entry: Entry }): ReactNode {
  const time = at === null ? "" : new Date(at).toLocaleTimeString([], { hour12: false });
  return (
    <div className={`entry ${what.kind}`}>
      <span className="mono faint">{time}</span>
      <div>{bodyOf(what)}</div>
    </div>
  );
}

function bodyOf(what: Entry["what"]): ReactNode {
  switch (what.kind) {
    case "started":
      return <span className="dim">started{what.model === null ? "" : ` with ${what.model}`}</span>;
    case "said":
      return <p className="prose">{cut(what.text)}</p>;
    case "thought":
      return <p className="prose dim">{cut(what.text)}</p>;
    case "heard":
      return <p className="prose">You said: {cut(what.text)}</p>;
    case "did":
      return (
        <p className="clip">
          <span className="tool">{what.tool}</span> <span className="mono">{what.detail}</span>
        </p>
      );
    case "got":
      return <pre className={what.isGood ? "dim" : "bad-text"}>{cut(what.text)}</pre>;
    case "limited":
      return <p className="warn-text">limited: {cut(what.message)}</p>;
    case "failed":
      return <p className="bad-text">{cut(what.problem.message)}</p>;
    case "ended":
      return <p className={what.isGood ? "good-text" : "bad-text"}>{what.text === null ? "ended" : cut(what.text)}</p>;
    case "total":
      return (
        <span className="faint">
          {what.usage.usd === null ? "cost unknown" : dollars(what.usage.usd)} ·{" "}
          {what.usage.inputTokens + what.usage.outputTokens} tokens
        </span>
      );
    case "line":
      return <pre>{cut(what.text)}</pre>;
  }
}

function cut(text: string): string {
  return text.length <= mostChars ? text : `${text.slice(0, mostChars)}\n… ${text.length - mostChars} more characters`;
}
