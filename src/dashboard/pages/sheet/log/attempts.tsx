import { type ReactNode, useState } from "react";
import type { SheetView } from "../../../../api/contract/job.ts";

/** Which attempt is shown: the newest, until a person chooses another one. */
export function useAttempt({ attempts }: SheetView): readonly [number, ReactNode] {
  const [chosen, choose] = useState<number | null>(null);
  const newest = Math.max(1, attempts);
  const now = Math.min(chosen ?? newest, newest);
  const picker =
    newest === 1 ? null : (
      <select
        aria-label="Attempt"
        value={now}
        onChange={({ target }) => choose(Number(target.value) === newest ? null : Number(target.value))}
      >
        {Array.from({ length: newest }, (_, place) => newest - place).map((attempt) => (
          <option key={attempt} value={attempt}>
            Attempt {attempt}
          </option>
        ))}
      </select>
    );
  return [now, picker];
}
