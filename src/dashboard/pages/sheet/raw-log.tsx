import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { sizeText } from "../../../base/text.ts";
import { Problem } from "../../kit/ui/parts.tsx";
import { useAttempt } from "./attempts.tsx";
import { useLog } from "./log-pieces.ts";
import type { OneSheet } from "./one-sheet.ts";

/** What the agent printed, byte by byte, as a terminal shows it. */
export function RawLog({ job, view }: OneSheet): ReactNode {
  const [attempt, picker] = useAttempt(view);
  const [stream, setStream] = useState<"stdout" | "stderr">("stdout");
  const place = useRef<HTMLDivElement>(null);
  const terminal = useRef<Terminal | null>(null);
  useEffect(() => {
    const own = new Terminal({
      rows: 34,
      cols: 140,
      scrollback: 20_000,
      convertEol: true,
      disableStdin: true,
      screenReaderMode: true,
      fontFamily: "JetBrains Mono, monospace",
      fontSize: 12,
      theme: { background: "#11141a", foreground: "#d7dce5" },
    });
    if (place.current !== null) own.open(place.current);
    terminal.current = own;
    return () => {
      terminal.current = null;
      own.dispose();
    };
  }, []);
  const { skipped, error } = useLog({ job, sheet: view.id, attempt, stream }, (piece) => {
    if (piece === null) terminal.current?.reset();
    else terminal.current?.write(piece.text);
  });
  return (
    <section aria-label="Terminal">
      <div className="log-tools">
        {picker}
        <select
          aria-label="Stream"
          value={stream}
          onChange={({ target }) => setStream(target.value === "stderr" ? "stderr" : "stdout")}
        >
          <option value="stdout">stdout</option>
          <option value="stderr">stderr</option>
        </select>
        {skipped === 0 ? null : (
          <span className="faint">The first {sizeText(skipped)} are not shown: tutti logs has them.</span>
        )}
      </div>
      {error === null ? null : <Problem error={{ message: error, hint: null }} />}
      <div className="terminal" ref={place} />
    </section>
  );
}
