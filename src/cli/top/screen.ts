import type { Terminal } from "../terminal/terminal.ts";
import type { Row } from "./draw/rows.ts";
import { type Key, keysIn } from "./model/keys.ts";

/** The whole terminal. However this process ends, it is given back as it was. */
export interface Screen {
  /** Writes what differs from what is there. */
  paint(rows: readonly Row[]): void;
  /** Marks the content of the screen as unknown. */
  forget(): void;
  size(): { readonly columns: number; readonly rows: number };
  /** Gives the terminal to another program. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** As the key for it does in a shell. */
  suspend(): void;
  leave(): void;
}

interface ScreenHost {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly onKeys: (keys: readonly Key[]) => void;
  /** It is another size, or was given back. */
  readonly onChange: () => void;
  /** A signal asks this process to end. */
  readonly onEnd: () => void;
}

// No mouse is asked for: marking and copying stay the terminal's own.
const enterSequence = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J";
const leaveSequence = "\u001b[?7h\u001b[?25h\u001b[?1049l";

type Styles = Pick<Terminal, "dim" | "bold" | "red" | "yellow" | "green">;

export function openScreen(styles: Styles, host: ScreenHost): Screen {
  const { input, output } = host;
  let isOpen = false;
  let painted: string[] = [];
  const onData = (data: string): void => host.onKeys(keysIn(data));
  const enter = (): void => {
    if (isOpen) return;
    isOpen = true;
    painted = [];
    output.write(enterSequence);
    input.setRawMode(true);
    input.setEncoding("utf8").on("data", onData).resume();
    host.onChange();
  };
  const leave = (): void => {
    if (!isOpen) return;
    isOpen = false;
    input.off("data", onData).pause();
    try {
      input.setRawMode(false);
      output.write(leaveSequence);
    } catch {
      // The terminal is gone: there is nothing to give back.
    }
  };
  const stop = (): void => {
    leave();
    process.kill(process.pid, "SIGSTOP");
  };
  const changed = (): void => {
    painted = [];
    host.onChange();
  };
  const forget = hearAll({ enter, leave, stop, changed, end: host.onEnd }, output);
  enter();
  return {
    paint: (rows) => {
      if (!isOpen) return;
      const lines = rows.map((row) => styled(styles, row));
      const text = lines.map((line, at) => (line === painted[at] ? "" : `\u001b[${at + 1};1H${line}\u001b[0m\u001b[K`));
      painted = lines;
      if (text.some((part) => part !== "")) output.write(text.join(""));
    },
    forget: () => {
      painted = [];
    },
    // Some terminals say that they have no size.
    size: () => ({ columns: Math.max(20, output.columns || 80), rows: Math.max(8, output.rows || 24) }),
    aside: async (work) => {
      leave();
      try {
        return await work();
      } finally {
        enter();
      }
    },
    suspend: () => {
      // All of this job of the shell, as the terminal does it: a launcher waits for this process.
      process.kill(0, "SIGTSTP");
    },
    leave: () => {
      forget();
      leave();
    },
  };
}

interface Hearers {
  readonly enter: () => void;
  readonly leave: () => void;
  readonly stop: () => void;
  readonly changed: () => void;
  readonly end: () => void;
}

/** Gives a function that hears nothing more. */
function hearAll({ enter, leave, stop, changed, end }: Hearers, output: NodeJS.WriteStream): () => void {
  const ends = ["SIGTERM", "SIGHUP", "SIGINT"] as const;
  for (const signal of ends) process.on(signal, end);
  process.on("SIGTSTP", stop).on("SIGCONT", enter).on("exit", leave);
  output.on("resize", changed);
  return () => {
    for (const signal of ends) process.off(signal, end);
    process.off("SIGTSTP", stop).off("SIGCONT", enter).off("exit", leave);
    output.off("resize", changed);
  };
}

function styled(styles: Styles, { text, tone, isMarked }: Row): string {
  const shown = tone === "plain" ? text : styles[tone](text);
  return isMarked === true ? `\u001b[7m${shown}\u001b[27m` : shown;
}
