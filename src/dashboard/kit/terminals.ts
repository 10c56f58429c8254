import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { documentWithNonce } from "./nonce.ts";

/** A terminal that outlives the part of the page that shows it, with how much of its log it has. */
export interface PooledTerminal {
  readonly terminal: Terminal;
  readonly box: HTMLElement;
  /** Where its log is read on; `null`: nothing of it was read. */
  next: number | null;
}

/** Browsers give up near sixteen drawn terminals, and each keeps megabytes. */
export const mostTerminals = 8;

const kept = new Map<string, PooledTerminal & { isShown: boolean }>();

/** The terminal of a log: the one that showed it before, or a fresh one. `null`: eight are in sight already. */
export function borrowTerminal(log: string, rows: number): PooledTerminal | null {
  const known = kept.get(log);
  if (known !== undefined) {
    known.isShown = true;
    known.terminal.resize(known.terminal.cols, rows);
    return known;
  }
  if (kept.size >= mostTerminals && !dropOldest()) return null;
  const box = document.createElement("div");
  const terminal = new Terminal({
    rows,
    cols: 140,
    scrollback: 20_000,
    convertEol: true,
    disableStdin: true,
    screenReaderMode: true,
    fontFamily: "JetBrains Mono, monospace",
    fontSize: 12,
    theme: { background: "#11141a", foreground: "#d7dce5" },
    documentOverride: documentWithNonce(),
  });
  terminal.open(box);
  const fresh = { terminal, box, next: null, isShown: true };
  kept.set(log, fresh);
  return fresh;
}

/** It stays ready until its place is needed. */
export function returnTerminal(log: string): void {
  const known = kept.get(log);
  if (known === undefined) return;
  known.isShown = false;
  known.box.remove();
  // The newest last.
  kept.delete(log);
  kept.set(log, known);
}

function dropOldest(): boolean {
  const oldest = [...kept].find(([, { isShown }]) => !isShown);
  if (oldest === undefined) return false;
  oldest[1].terminal.dispose();
  kept.delete(oldest[0]);
  return true;
}
