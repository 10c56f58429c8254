import { type Handlers, type Method, isMethod, isOwn, methods } from "../../api/methods/table.ts";
import type { Bus } from "../../api/feed/bus.ts";
import type { TuttiError } from "../../base/error.ts";

/** What is behind the front while there is something. */
export interface Engine {
  readonly handlers: Handlers;
  readonly bus: Bus;
}

/**
 * What clients talk to from the first moment to the last. The engine behind it may still be on its way: then they wait.
 * It may be gone for a while (a full disk): then they are told why.
 */
export interface Front<E extends Engine> {
  readonly handlers: Handlers;
  readonly bus: Bus;
  engine(): E | undefined;
  open(engine: E): void;
  shut(problem: TuttiError): void;
}

type Phase<E> =
  | { readonly kind: "opening"; readonly waiting: Promise<E>; readonly settle: PromiseWithResolvers<E> }
  | { readonly kind: "open"; readonly engine: E }
  | { readonly kind: "shut"; readonly problem: TuttiError };

/** `shutdown`: what a client may ask for even when there is no engine to answer. */
export function makeFront<E extends Engine>(shutdown: (why: string) => void): Front<E> {
  let phase: Phase<E> = opening();
  const require = (): Promise<E> => {
    if (phase.kind === "open") return Promise.resolve(phase.engine);
    return phase.kind === "opening" ? phase.waiting : Promise.reject(phase.problem);
  };
  const engine = (): E | undefined => (phase.kind === "open" ? phase.engine : undefined);
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

function opening<E>(): Phase<E> {
  const settle = Promise.withResolvers<E>();
  // Nobody may be waiting when it is shut.
  settle.promise.catch(() => undefined);
  return { kind: "opening", waiting: settle.promise, settle };
}

/** Somebody who wants to know what is wrong, or to end it, must be able to. */
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
