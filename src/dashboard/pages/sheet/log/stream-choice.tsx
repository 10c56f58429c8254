import type { ReactNode } from "react";

type Stream = "stdout" | "stderr";

interface StreamChoiceProps {
  readonly stream: Stream;
  readonly choose: (stream: Stream) => void;
}

export function StreamChoice({ stream, choose }: StreamChoiceProps): ReactNode {
  return (
    <select
      aria-label="Stream"
      value={stream}
      onChange={({ target }) => choose(target.value === "stderr" ? "stderr" : "stdout")}
    >
      <option value="stdout">stdout</option>
      <option value="stderr">stderr</option>
    </select>
  );
}
