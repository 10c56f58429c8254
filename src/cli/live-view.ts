import type { Progress } from "../api/contract.ts";
import { progressLine } from "./progress-line.ts";
import type { Terminal } from "./terminal.ts";
import type { ProgressView } from "./view.ts";
import { clip, seconds } from "./words.ts";

const paintEveryMs = 100;
const mostShown = 12;

interface Active {
  readonly since: number;
  readonly what: string;
}

/**
 * What is over scrolls by as lines; what is under way stands below them and is painted over in place. Escape codes used:
 * up, erase to the end. No line may be wider than the terminal, or the count of lines to go up would be wrong.
 */
export function makeLiveView(terminal: Terminal): ProgressView {
  const active = new Map<string, Active>();
  let counts = "";
  let painted = 0;

  const erase = (): string => (painted === 0 ? "" : `\u001b[${String(painted)}A\u001b[0J`);
  const paint = (above = ""): void => {
    const width = Math.max(20, terminal.columns() - 1);
    const rows = [...active]
      .slice(0, mostShown)
      .map(([sheet, { since, what }]) => terminal.dim(clip(`  ${sheet}  ${what}  ${seconds(performance.now() - since)}`, width)));
    if (active.size > mostShown) rows.push(terminal.dim(`  … and ${String(active.size - mostShown)} more`));
    if (counts !== "") rows.push(clip(counts, width));
    terminal.raw(`${erase()}${above}${rows.map((row) => `${row}\n`).join("")}`);
    painted = rows.length;
  };
  const timer = setInterval(paint, paintEveryMs);
  timer.unref();
  return {
    show: (progress) => {
      follow(active, progress);
      if (progress.kind === "job") counts = `  job ${progress.job.id}`;
      const line = isPassing(progress) ? undefined : progressLine(terminal, progress);
      paint(line === undefined ? "" : `${line}\n`);
    },
    close: () => {
      clearInterval(timer);
      terminal.raw(erase());
      painted = 0;
      active.clear();
      counts = "";
    },
  };
}

/** Starts show below as long as they last; they need no line of their own. */
function isPassing(progress: Progress): boolean {
  return progress.kind === "sheet" && progress.event.kind === "started";
}

function follow(active: Map<string, Active>, progress: Progress): void {
  if (progress.kind !== "sheet") return;
  const { sheet, state } = progress;
  if (state === "running") active.set(sheet, { since: performance.now(), what: "running" });
  else if (state === "captured" || state === "landing") active.set(sheet, { since: active.get(sheet)?.since ?? performance.now(), what: "landing" });
  else active.delete(sheet);
}
