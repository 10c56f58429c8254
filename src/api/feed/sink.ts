import type { TuttiEvent } from "../contract/events.ts";

/** Where events go. */
export interface Sink {
  /** False: it has taken these, but is full and wants no more until it has drained. */
  write(events: readonly TuttiEvent[]): boolean;
  /** Calls back once, when there is room. */
  onDrain(call: () => void): void;
  /** It was too slow: what it gets of these positions comes from the journal. */
  missed(gap: { readonly from: number; readonly to: number }): void;
  lost(error: Error): void;
}
