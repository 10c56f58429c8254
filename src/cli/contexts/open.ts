import type { ContextViewer, Keeper } from "../../api/contexts.ts";
import { openContextViewer, openKeeper } from "../../daemon/contexts.ts";
import { settingFrom } from "../setting.ts";
import { stopSignal } from "../stop-signal.ts";
import type { Terminal } from "../terminal.ts";

/** Looks at contexts; takes no lock. */
export async function lookAtContexts<T>(ask: (viewer: ContextViewer) => Promise<T>): Promise<T> {
  const viewer = await openContextViewer(settingFrom(process.env));
  try {
    return await ask(viewer);
  } finally {
    await viewer.close();
  }
}

/** Changes contexts: waits until no other Tutti works in this home, and says so. */
export async function keepContexts<T>(terminal: Terminal, work: (keeper: Keeper) => Promise<T>): Promise<T> {
  const notice = (text: string): void => {
    terminal.err(text);
  };
  let isWaiting = true;
  const stop = stopSignal(() => {
    notice(isWaiting ? "stopping: nothing was done" : "what is under way is done first (Ctrl-C again leaves at once; nothing is lost either way)");
  });
  try {
    const keeper = await openKeeper(settingFrom(process.env), {
      signal: stop.signal,
      onWait: () => {
        notice("another tutti works in this home; waiting for it to end");
      },
      notice,
    });
    isWaiting = false;
    try {
      return await work(keeper);
    } finally {
      await keeper.close();
    }
  } finally {
    stop.release();
  }
}
