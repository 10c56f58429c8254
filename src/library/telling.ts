import { guard } from "../api/client/guarded-listener.ts";
import type { TuttiEvent } from "../api/contract/events.ts";
import type { Tutti } from "../api/tutti.ts";
import type { ExecuteOptions, TaskResult } from "./execute-types.ts";
import { isOver, resultsOf } from "./task-results.ts";

/** The callbacks of a run. What they throw becomes a warning, and the run goes on. */
interface Telling {
  readonly hear: (event: TuttiEvent, tutti: Tutti) => void;
  /** Tells what is left, when the job has come to rest. */
  rest(results: readonly TaskResult[]): void;
}

export function makeTelling(sheets: readonly string[], { onStart, onEnd }: ExecuteOptions): Telling {
  /** After a lost connection an event may come twice. */
  const started = new Set<string>();
  const ended = new Set<number>();
  const end = (result: TaskResult): void => {
    if (ended.has(result.index)) return;
    ended.add(result.index);
    guard(() => onEnd?.(result));
  };
  const look = async (job: NonNullable<TuttiEvent["job"]>, tutti: Tutti): Promise<void> => {
    const view = await tutti.call("job.status", { job, folder: "/" });
    if (view === null) return;
    const over = new Set<string>(view.sheets.flatMap(({ id, state }) => (isOver(state) ? [id] : [])));
    for (const result of resultsOf(view, sheets)) if (over.has(result.sheet)) end(result);
  };
  return {
    hear: ({ type, sheet, state, recorded, job }, tutti) => {
      if (type === "sheet.started" && sheet !== null && recorded.event.kind === "started") {
        const attempt = `${sheet} ${String(recorded.event.attempt)}`;
        if (!started.has(attempt)) guard(() => onStart?.(sheets.indexOf(sheet)));
        started.add(attempt);
      }
      // A connection that is lost is no trouble here: what is not told now is told at the end.
      if (onEnd !== undefined && job !== null && isOver(state)) look(job, tutti).catch(() => undefined);
    },
    rest: (results) => {
      results.forEach(end);
    },
  };
}
