import { makeLiveView } from "./live-view.ts";
import { progressLine } from "./progress-line.ts";
import type { Terminal } from "./terminal.ts";
import type { ProgressView } from "./view.ts";

export function makeProgressView(terminal: Terminal, json: boolean): ProgressView {
  if (json)
    return {
      show: (progress) => {
        terminal.out(JSON.stringify({ type: "progress", ...progress }));
      },
      close: () => undefined,
    };
  if (terminal.isLive) return makeLiveView(terminal);
  return {
    show: (progress) => {
      const line = progressLine(terminal, progress);
      if (line !== undefined) terminal.err(line);
    },
    close: () => undefined,
  };
}
