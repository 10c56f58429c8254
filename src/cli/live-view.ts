import type { Progress } from "../api/contract.ts";
import { progressLine } from "./progress-line.ts";
import { type Tally, makeTally } from "./tally.ts";
import type { Terminal } from "./terminal.ts";
import type { ProgressView } from "./view.ts";
import { clip, seconds, shown } from "./words.ts";

const paintEveryMs = 100;
const mostShown = 12;

/**
 * What is over scrolls by as lines; what is under way stands below them and is painted over in place. Escape codes used:
 * up, erase to the end. No line may be wider than the terminal, or the count of lines to go up would be wrong.
 */
export function makeLiveView(terminal: Terminal): ProgressView {
  const tally = makeTally();
  let painted = 0;
  const erase = (): string => (painted === 0 ? "" : `\u001b[${String(painted)}A\u001b[0J`);
  const paint = (above = ""): void => {
    const rows = footer(terminal, tally);
    terminal.raw(`${erase()}${above}${rows.map((row) => `${row}\n`).join("")}`);
    painted = rows.length;
  };
  const timer = setInterval(paint, paintEveryMs);
  timer.unref();
  return {
    show: (progress) => {
      tally.follow(progress, performance.now());
      const line = isPassing(progress) ? undefined : progressLine(terminal, progress);
      paint(line === undefined ? "" : `${line}\n`);
    },
    close: () => {
      clearInterval(timer);
      terminal.raw(erase());
      painted = 0;
      tally.clear();
    },
  };
}

function footer(terminal: Terminal, tally: Tally): readonly string[] {
  const width = Math.max(20, terminal.columns() - 1);
  const now = performance.now();
  const active = tally.active();
  const rows = active.slice(0, mostShown).map(({ sheet, what, since }) => terminal.dim(clip(`  ${shown(sheet)}  ${what}  ${seconds(now - since)}`, width)));
  if (active.length > mostShown) rows.push(terminal.dim(`  … and ${String(active.length - mostShown)} more`));
  const counts = tally.counts();
  return counts === undefined ? rows : [...rows, clip(`  ${counts}`, width)];
}

/** Starts show below as long as they last; they need no line of their own. */
function isPassing(progress: Progress): boolean {
  return progress.kind === "sheet" && progress.event.kind === "started";
}
