import { type ReactNode, useEffect, useRef, useState } from "react";
import { sizeText } from "../../../../base/text.ts";
import { borrowTerminal, mostTerminals, type PooledTerminal, returnTerminal } from "../../../kit/terminals.ts";
import { Problem } from "../../../kit/ui/parts.tsx";
import { useLog, type WhichLog } from "./log-pieces.ts";

interface TerminalBoxProps {
  readonly log: WhichLog;
  readonly rows: number;
}

/** A log as a terminal shows it. The terminal is of a pool: the same one comes back with what it has read. */
export function TerminalBox({ log, rows }: TerminalBoxProps): ReactNode {
  const name = [log.job, log.sheet, log.attempt, log.stream].join(" ");
  return <OneTerminal key={name} name={name} log={log} rows={rows} />;
}

function OneTerminal({ name, log, rows }: TerminalBoxProps & { readonly name: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const pooled = useRef<PooledTerminal | null>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const own = borrowTerminal(name, rows);
    pooled.current = own;
    setRefused(own === null);
    if (own !== null) place.current?.append(own.box);
    return () => {
      pooled.current = null;
      returnTerminal(name);
    };
  }, [name, rows]);
  const { skipped, error } = useLog(log, {
    from: () => pooled.current?.next ?? null,
    take: (piece) => {
      const own = pooled.current;
      if (own === null) return;
      if (piece === null) own.terminal.reset();
      else {
        own.terminal.write(piece.text);
        own.next = piece.next;
      }
    },
  });
  return (
    <>
      {skipped === 0 ? null : (
        <p className="faint">The first {sizeText(skipped)} are not shown here. Output has all of it.</p>
      )}
      {isRefused ? <p className="dim">{mostTerminals} terminals are open already.</p> : null}
      {error === null ? null : <Problem error={{ message: error, hint: null }} />}
      <div className="terminal" ref={place} />
    </>
  );
}
