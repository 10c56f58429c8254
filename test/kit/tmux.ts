import { execFileSync } from "node:child_process";
import { afterwards } from "./afterwards.ts";
import { until } from "./conductor.ts";
import { tempFolder } from "./folders.ts";

/** Whether this machine has tmux; what needs it is skipped, by name, where not. */
export const hasTmux = ((): boolean => {
  try {
    execFileSync("tmux", ["-V"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** A terminal with a shell in it. */
export interface Tmux {
  /** As tmux names keys: `Enter`, `C-z`, or text. */
  press(...keys: readonly string[]): void;
  screen(): string;
  /** Waits until the screen shows this. */
  sees(what: RegExp): Promise<string>;
  resize(columns: number, rows: number): void;
}

const open: (readonly string[])[] = [];
afterwards("each test", () => {
  for (const server of open.splice(0)) {
    try {
      execFileSync("tmux", [...server, "kill-server"], { stdio: "ignore" });
    } catch {
      // It ended with its shell.
    }
  }
  return Promise.resolve();
});

export function openTmux(
  size: { readonly columns: number; readonly rows: number },
  env: Readonly<Record<string, string | undefined>>,
): Tmux {
  const server = ["-S", `${tempFolder()}/tmux`, "-f", "/dev/null"];
  open.push(server);
  const tmux = (...args: readonly string[]): string =>
    execFileSync("tmux", [...server, ...args], { encoding: "utf8", env: { ...env, TERM: "xterm-256color" } });
  tmux("new-session", "-d", "-s", "t", "-x", String(size.columns), "-y", String(size.rows), "sh");
  const screen = (): string => tmux("capture-pane", "-t", "t", "-p");
  return {
    press: (...keys) => void tmux("send-keys", "-t", "t", ...keys),
    screen,
    sees: (what) =>
      until(() => [screen()].find((text) => what.test(text))).catch(() => {
        throw new Error(`${String(what)} is not to be seen:\n${screen()}`);
      }),
    resize: (columns, rows) => void tmux("resize-window", "-t", "t", "-x", String(columns), "-y", String(rows)),
  };
}
