import { duration } from "../../base/text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { makePainter } from "./painter.ts";

/** Shows what happens now, with a clock, as soon as a person has waited for half a second. */
export interface Waiting {
  begin(what: string): void;
  end(what: string): void;
  /** A line that stays. */
  say(line: string): void;
  close(): void;
}

const soonMs = 500;
const paintEveryMs = 200;

/** Without the clock of `performance`, which Node loads at its first use, for longer than most commands wait. */
const ticks = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** Nothing is shown where no person watches; lines that stay are said anywhere. */
export function makeWaiting(terminal: Terminal, json = false): Waiting {
  const painter = terminal.isLive && !json ? makePainter(terminal) : undefined;
  const since = new Map<string, number>();
  const from = ticks();
  let isShown = false;
  const paint = (above = ""): void => {
    isShown = true;
    const now = ticks();
    const rows = [...since].map(([what, at]) => ({
      text: `  ${what}  ${duration(Math.floor((now - at) / 1000) * 1000)}`,
      style: terminal.dim,
    }));
    painter?.paint(rows, above);
  };
  const timer = setInterval(() => {
    if (painter !== undefined && (isShown || ticks() - from > soonMs)) paint();
  }, paintEveryMs);
  timer.unref();
  return {
    begin: (what) => void since.set(what, ticks()),
    end: (what) => void since.delete(what),
    say: (line) => {
      if (isShown) paint(`${line}\n`);
      else terminal.err(line);
    },
    close: () => {
      clearInterval(timer);
      if (isShown) painter?.clear();
    },
  };
}

/** Shows one thing until it is over. */
export async function whileWaiting<T>(terminal: Terminal, what: string, work: Promise<T>): Promise<T> {
  const waiting = makeWaiting(terminal, process.argv.includes("--json"));
  waiting.begin(what);
  try {
    return await work;
  } finally {
    waiting.close();
  }
}
