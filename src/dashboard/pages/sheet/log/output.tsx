import { type ReactNode, useState } from "react";
import { Empty } from "../../../kit/ui/parts.tsx";
import type { OneSheet } from "../one-sheet.ts";
import { useAttempt } from "./attempts.tsx";
import { Ranges } from "./ranges.tsx";
import { StreamChoice } from "./stream-choice.tsx";

/** All that an attempt printed, as text, however long it is. */
export function Output({ job, view }: OneSheet): ReactNode {
  const [attempt, picker] = useAttempt(view);
  const [stream, setStream] = useState<"stdout" | "stderr">("stdout");
  return (
    <section aria-label="Output">
      <div className="log-tools">
        {picker}
        <StreamChoice stream={stream} choose={setStream} />
      </div>
      {view.attempts === 0 ? (
        <Empty title="No agent has worked on this sheet yet" />
      ) : (
        <Ranges asked={{ job, sheet: view.id, attempt, stream }} label="Output" />
      )}
    </section>
  );
}
