import { isRest } from "../../api/ending.ts";
import type { TuttiEvent } from "../../api/events.ts";
import type { JobId } from "../../base/ids.ts";
import type { Reached } from "../reach.ts";
import type { Cursor } from "./cursor.ts";

/** Why somebody hears no more of a job. */
export type HeardEnd =
  | { readonly kind: "rest" }
  | { readonly kind: "detached" }
  | { readonly kind: "lost"; readonly error: unknown };

export interface Hearing {
  readonly job: JobId;
  readonly cursor: Cursor;
  /** A person has seen enough. */
  readonly stop: AbortSignal;
  readonly notice: (text: string) => void;
  readonly hear: (event: TuttiEvent) => void;
}

/** Hears of a job over one connection until it rests, the connection is lost, or a person has seen enough. */
export async function hearOut(reached: Reached, hearing: Hearing): Promise<HeardEnd> {
  const { promise, resolve } = Promise.withResolvers<HeardEnd>();
  const lost = (error: unknown): void => resolve({ kind: "lost", error });
  const onStop = (): void => {
    if (reached.kind === "conductor") resolve({ kind: "detached" });
    else {
      hearing.notice(
        "stopping safely: what runs is ended and captured (Ctrl-C again leaves at once; nothing is lost either way)",
      );
      reached.stop("stopped by a person").catch(lost);
    }
  };
  if (reached.kind === "local") void reached.broken.then(lost);
  hearing.stop.addEventListener("abort", onStop, { once: true });
  if (hearing.stop.aborted) onStop();
  try {
    const hear = (event: TuttiEvent): void => {
      if (!hearing.cursor.take(event)) return;
      hearing.hear(event);
      if (isRest(event) && !(reached.kind === "conductor" && isByStop(event))) resolve({ kind: "rest" });
    };
    const following = await reached.tutti.follow({ job: hearing.job, after: hearing.cursor.after() }, { hear, lost });
    const end = await promise;
    if (end.kind !== "lost") await following.stop();
    return end;
  } catch (error) {
    return { kind: "lost", error };
  } finally {
    hearing.stop.removeEventListener("abort", onStop);
  }
}

/**
 * A job whose conductor was stopped goes on with the next one: only the end of the connection tells whether there is
 * one.
 */
function isByStop({ recorded }: TuttiEvent): boolean {
  return recorded.about === "job" && recorded.event.kind === "paused" && recorded.event.cause.kind === "stop";
}
