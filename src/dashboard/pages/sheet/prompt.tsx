import type { ReactNode } from "react";
import { useAsk } from "../../kit/ask.ts";
import { Empty, Problem } from "../../kit/ui/parts.tsx";
import { useAttempt } from "./log/attempts.tsx";
import type { OneSheet } from "./one-sheet.ts";

/** The agent's prompt, in full. */
export function Prompt({ job, view }: OneSheet): ReactNode {
  const [attempt, picker] = useAttempt(view);
  const { data, error } = useAsk(
    "sheet.logs",
    { job, folder: "/", sheet: view.id, attempt, stream: "prompt", limit: 1_000_000 },
    { isOff: view.attempts === 0 },
  );
  if (error !== null) return <Problem error={error} />;
  return (
    <section aria-label="Prompt">
      <div className="log-tools">{picker}</div>
      {view.attempts === 0 ? (
        <Empty title="The prompt is written when the sheet starts" />
      ) : (
        <pre className="panel text">{data?.text ?? ""}</pre>
      )}
    </section>
  );
}
