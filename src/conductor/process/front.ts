import { type Handlers, type Method, isMethod, isOwn, methods } from "../../api/methods/table.ts";
import type { Bus } from "../../api/events/bus.ts";
import type { TuttiError } from "../../base/error.ts";

/** The engine with its answers to clients. Its owner holds the writer lock. */
export interface Conductor {
  readonly handlers: Handlers;
  readonly bus: Bus;
  /** How many jobs are being played. */
  playing(): number;
  /** Whether something is to be done although no job is played: it does not exit as idle then. */
  hasMore(): boolean;
  /** Resolves when nothing follows what this process played, or when it is to stop. */
  settle(): Promise<void>;
  /** Starts nothing more; running agents are ended and captured. */
  stop(why: string): Promise<void>;
  close(): Promise<void>;
  /** Resolves when the store cannot be written: nothing more is recorded, and only a new engine helps. */
  readonly broken: Promise<Error>;
}

/**
 * The conductor as clients see it for the whole life of its process. While the engine opens, clients wait. While it is
 * gone (a full disk), they get the reason.
 */
export interface Front extends Pick<Conductor, "handlers" | "bus"> {
  engine(): Conductor | undefined;
  open(engine: Conductor): void;
  shut(problem: TuttiError): void;
}

type Phase =
  | { readonly kind: "opening"; readonly settle: PromiseWithResolvers<Conductor> }
  | { readonly kind: "open"; readonly engine: Conductor }
  | { readonly kind: "shut"; readonly problem: TuttiError };

/** `shutdown`: the request that a client may make even when no engine answers. */
export function makeFront(shutdown: (why: string) => void): Front {
  let phase: Phase = opening();
  const require = (): Promise<Conductor> => {
    if (phase.kind === "open") return Promise.resolve(phase.engine);
    return phase.kind === "opening" ? phase.settle.promise : Promise.reject(phase.problem);
  };
  const engine = (): Conductor | undefined => (phase.kind === "open" ? phase.engine : undefined);
  const passOn = (method: string) => async (asked: never) => {
    const without = phase.kind === "shut" ? withoutEngine(phase.problem, shutdown)[method as Method] : undefined;
    if (without !== undefined) return without(asked);
    const { handlers } = await require();
    return (handlers as unknown as Record<string, (asked: never) => Promise<unknown>>)[method]?.(asked);
  };
  const names = Object.keys(methods).filter((name) => isMethod(name) && !isOwn(name));
  return {
    handlers: Object.fromEntries(names.map((name) => [name, passOn(name)])) as unknown as Handlers,
    bus: {
      follow: async (what, sink) => (await require()).bus.follow(what, sink),
      subscribers: () => engine()?.bus.subscribers() ?? 0,
      kept: () => engine()?.bus.kept() ?? 0,
      close: () => engine()?.bus.close(),
    },
    engine,
    open: (next) => {
      if (phase.kind === "opening") phase.settle.resolve(next);
      phase = { kind: "open", engine: next };
    },
    shut: (problem) => {
      if (phase.kind === "opening") phase.settle.reject(problem);
      phase = { kind: "shut", problem };
    },
  };
}

function opening(): Phase {
  const settle = Promise.withResolvers<Conductor>();
  // It may be shut while no client waits.
  settle.promise.catch(() => undefined);
  return { kind: "opening", settle };
}

/** Without an engine, a client can still ask for the reason and end the process. */
function withoutEngine(
  problem: TuttiError,
  shutdown: (why: string) => void,
): Partial<Record<Method, (asked: never) => unknown>> {
  return {
    "conductor.ready": () => ({ ready: false, why: problem.message }),
    "conductor.health": () => ({
      healthy: false,
      checks: [{ name: "store", ok: false, detail: problem.message }],
      stall: { p50Ms: 0, p99Ms: 0, maxMs: 0 },
    }),
    "conductor.shutdown": ({ why, ifIdle }: { why: string; ifIdle: boolean }) => {
      if (ifIdle) return { stopping: false, why: problem.message };
      shutdown(why);
      return { stopping: true, why: null };
    },
  };
}
