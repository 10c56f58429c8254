import type { ContextViewer, Keeper } from "../api/contract/context.ts";
import type { Tutti, Viewer } from "../api/tutti.ts";
import { codeOf, messageOf } from "../base/error.ts";
import { find, lookHere, reachTutti } from "./reach.ts";
import { stopSignal } from "./stop-signal.ts";
import type { Terminal } from "./terminal.ts";

/** Asks without changing anything: a conductor where one runs, else the home itself. */
export async function look<T>(terminal: Terminal, ask: (viewer: Viewer) => Promise<T>): Promise<T> {
  return asking(terminal, (tutti) => ask(viewerOver(tutti)));
}

export async function lookAtContexts<T>(terminal: Terminal, ask: (viewer: ContextViewer) => Promise<T>): Promise<T> {
  return asking(terminal, (tutti) => ask(contextsOver(tutti)));
}

/** A conductor whose disk is full has nothing to answer with, but what was recorded can still be read. */
export async function asking<T>(terminal: Terminal, question: (tutti: Tutti) => Promise<T>): Promise<T> {
  try {
    return await withTutti(await reachTutti(terminal, { start: false }), question);
  } catch (error) {
    if (codeOf(error) !== "store.write_failed") throw error;
    terminal.err(`note: ${messageOf(error)}`);
    return withTutti(await lookHere(terminal), question);
  }
}

/** Changes contexts, through the conductor or, where none runs, alone in the home. */
export async function keepContexts<T>(terminal: Terminal, work: (keeper: Keeper) => Promise<T>): Promise<T> {
  let isWaiting = true;
  const stop = stopSignal(() => {
    terminal.err(
      isWaiting
        ? "stopping: nothing was done"
        : "what is under way is done first (Ctrl-C again leaves at once; nothing is lost either way)",
    );
  });
  try {
    const notice = (text: string): void => {
      terminal.err(text);
    };
    const { tutti } = await find(terminal, { start: false, changes: true, notice, signal: stop.signal });
    isWaiting = false;
    return await withTutti(tutti, () => work(keeperOver(tutti)));
  } finally {
    stop.release();
  }
}

export async function withTutti<T>(tutti: Tutti, work: (tutti: Tutti) => Promise<T>): Promise<T> {
  try {
    return await work(tutti);
  } finally {
    await tutti.close();
  }
}

function viewerOver(tutti: Tutti): Viewer {
  return {
    list: () => tutti.call("job.list", {}),
    status: async (request) => (await tutti.call("job.status", request)) ?? undefined,
    verify: (request) => tutti.call("landing.verify", request),
    custody: {
      snapshots: (request) => tutti.call("sheet.snapshots", request),
      show: (request) => tutti.call("sheet.show", request),
      diff: (request) => tutti.call("sheet.diff", request),
      restore: (request) => tutti.call("sheet.restore", request),
      attemptFrom: (request) => tutti.call("sheet.attempt-from", request),
    },
  };
}

function contextsOver(tutti: Tutti): ContextViewer {
  return {
    list: (request) => tutti.call("context.list", request),
    show: (id) => tutti.call("context.show", { id }),
    refusal: (request) => tutti.call("context.refusal", request),
    strays: (request) =>
      tutti.call("context.strays", { ...request, search: mutable(request.search), paths: mutable(request.paths) }),
    prunable: (request) => tutti.call("context.prunable", request),
    planCleaning: (request) => tutti.call("context.plan-cleaning", request),
    planArchive: (job) => tutti.call("context.plan-archive", { job }),
  };
}

function keeperOver(tutti: Tutti): Keeper {
  return {
    remove: (request) => tutti.call("context.remove", request),
    unlock: (request) => tutti.call("context.unlock", request),
    prune: (request) => tutti.call("context.prune", request),
    adopt: (request) =>
      tutti.call("context.adopt", {
        ...request,
        search: mutable(request.search),
        paths: mutable(request.paths),
        names: [...request.names],
      }),
    clean: (steps) => tutti.call("context.clean", { steps: [...steps] }),
    archive: (request) => tutti.call("job.archive", request),
  };
}

/** What the schemas take is not marked as read-only. */
function mutable(list: readonly string[] | null): string[] | null {
  return list === null ? null : [...list];
}
