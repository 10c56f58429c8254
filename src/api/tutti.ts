import type { z } from "zod";
import type { Follow, Following, Listener } from "./contract/events.ts";
import type { methods } from "./methods/table.ts";

/** Tutti, as every face sees it: a conductor over its socket, or the same engine in this process. */
export interface Tutti {
  call<M extends Method>(method: M, params: Params<M>): Promise<Result<M>>;
  follow(what: Follow, listener: Listener): Promise<Following>;
  close(): Promise<void>;
}

/** The caller's input, method by method. */
export type ParamsByMethod = { readonly [M in keyof typeof methods]: Given<z.input<(typeof methods)[M]["params"]>> };
export type ResultsByMethod = { readonly [M in keyof typeof methods]: z.output<(typeof methods)[M]["result"]> };

export type Method = keyof ParamsByMethod;
export type Params<M extends Method> = ParamsByMethod[M];
export type Result<M extends Method> = ResultsByMethod[M];

/** The wire only reads it. */
type Given<T> = T extends readonly (infer E)[]
  ? readonly Given<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Given<T[K]> }
    : T;
