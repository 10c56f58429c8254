import { useState, useSyncExternalStore, type ReactNode } from "react";
import type { Method, Params, Result } from "../../api/tutti.ts";
import { call, CallError } from "./calls/call.ts";
import { Button } from "./ui/parts.tsx";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly more: string | null;
  readonly isBad: boolean;
}

let toasts: readonly Toast[] = [];
let last = 0;
const watchers = new Set<() => void>();
const shownMs = 6_000;

function put(next: readonly Toast[]): void {
  toasts = next;
  for (const tell of watchers) tell();
}

function say(text: string, { more = null, isBad = false }: { more?: string | null; isBad?: boolean } = {}): void {
  const id = (last += 1);
  put([...toasts.slice(-3), { id, text, more, isBad }]);
  setTimeout(() => put(toasts.filter((one) => one.id !== id)), isBad ? 3 * shownMs : shownMs);
}

/** Does what a person asked for, and says what became of it. `done`: by the answer where that may say no. */
export async function act<M extends Method>(
  method: M,
  params: Params<M>,
  done: string | ((answer: Result<M>) => string),
): Promise<boolean> {
  try {
    const answer = await call(method, params);
    say(typeof done === "string" ? done : done(answer), { more: notesOf(answer) });
    return true;
  } catch (error) {
    const { message, hint } = error instanceof CallError ? error : { message: String(error), hint: null };
    say(message, { more: hint, isBad: true });
    return false;
  }
}

function notesOf(answer: unknown): string | null {
  const notes = (answer as { readonly notes?: readonly string[] } | null)?.notes ?? [];
  return notes.length === 0 ? null : notes.join(" ");
}

export function Toasts(): ReactNode {
  const shown = useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, more, isBad }) => (
        <div key={id} className={`toast ${isBad ? "bad" : ""}`}>
          <p>{text}</p>
          {more === null ? null : <p>{more}</p>}
        </div>
      ))}
    </div>
  );
}

interface ActButtonProps {
  readonly look?: "primary" | "danger" | "quiet";
  readonly title?: string;
  readonly run: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Pressed twice, it acts once. */
export function ActButton({ run, ...rest }: ActButtonProps): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const press = (): void => {
    setBusy(true);
    void run().finally(() => setBusy(false));
  };
  return <Button {...rest} disabled={isBusy} onClick={press} />;
}
