import { type ReactNode, useState } from "react";
import type { OneSheet } from "../one-sheet.ts";
import { useAttempt } from "./attempts.tsx";
import { StreamChoice } from "./stream-choice.tsx";
import { TerminalBox } from "./terminal-box.tsx";

/** The agent's output, byte by byte, as a terminal shows it. */
export function RawLog({ job, view }: OneSheet): ReactNode {
  const [attempt, picker] = useAttempt(view);
  const [stream, setStream] = useState<"stdout" | "stderr">("stdout");
  return (
    <section aria-label="Terminal">
      <div className="log-tools">
        {picker}
        <StreamChoice stream={stream} choose={setStream} />
      </div>
      <TerminalBox log={{ job, sheet: view.id, attempt, stream }} rows={34} />
    </section>
  );
}
