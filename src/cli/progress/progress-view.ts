import type { JobView } from "../../api/view.ts";
import type { Terminal } from "../terminal.ts";
import { makeLiveView } from "./live-view.ts";
import { noticeLine, progressLine } from "./progress-line.ts";
import { makeStatusView } from "./status-view.ts";
import type { ProgressView } from "./view.ts";

/** For whoever plays: results go to `out` when they are there, so what happens meanwhile goes to `err`. */
export function makeProgressView(terminal: Terminal, json: boolean): ProgressView {
  if (json) return jsonView(terminal);
  return terminal.isLive ? makeLiveView(terminal) : lineView(terminal, terminal.err);
}

/** For whoever asked to see what happens: that is the result. */
export function makeWatchView(terminal: Terminal, json: boolean): ProgressView {
  if (json) return jsonView(terminal);
  return terminal.isLive ? makeStatusView(terminal) : lineView(terminal, terminal.out);
}

function lineView(terminal: Terminal, write: (line: string) => void): ProgressView {
  let job: JobView | undefined;
  return {
    begin: (view) => {
      job = view;
    },
    show: (event) => {
      const line = progressLine(terminal, event, job);
      if (line !== undefined) write(line);
    },
    notice: (text) => {
      terminal.err(noticeLine(terminal, text));
    },
    close: () => undefined,
  };
}

function jsonView(terminal: Terminal): ProgressView {
  return {
    begin: () => undefined,
    show: (event) => {
      terminal.out(JSON.stringify(event));
    },
    notice: (text) => {
      terminal.out(JSON.stringify({ type: "notice", text }));
    },
    close: () => undefined,
  };
}
