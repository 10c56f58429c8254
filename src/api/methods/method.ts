import { z } from "zod";
import type { JobId } from "../../base/ids.ts";
import type { InTurn } from "../../conductor/jobs/once.ts";
import type { JobParts } from "../../conductor/jobs/parts.ts";
import type { Itself } from "../../conductor/report/itself.ts";
import type { LifeMemory } from "../../conductor/report/timeline/lives.ts";
import type { Viewer } from "../../conductor/find/viewer.ts";
import type { HealingHands } from "../../healing/heal.ts";
import type { ContextParts } from "../../isolation/contexts/parts.ts";
import type { GateActParts } from "../../landing/gates/manage/act.ts";
import type { GateListParts } from "../../landing/gates/manage/list.ts";
import type { MergeMemory } from "../../landing/radar/trial-merges.ts";
import type { ScoreOptions } from "../../score/load.ts";
import type { Entry } from "../../store/entry.ts";
import type { Notifier } from "../../notify/notifier.ts";
import type { AccountLimits, AgentsView } from "../contract/agents.ts";
import type { FleetDesk } from "../contract/fleet.ts";
import type { NotificationsView } from "../contract/notify/view.ts";
import { key } from "./shared.ts";

/** The engine as methods that change nothing see it. */
export interface LookDesk {
  readonly report: Viewer;
  readonly contexts: ContextParts;
  readonly queue: GateListParts;
  /** Merges that the radar has tried already. */
  readonly merges: MergeMemory;
  /** Lives of sheets that were read from the journal already. */
  readonly lives: LifeMemory;
  readonly agents: (asked: AgentsAsked) => Promise<AgentsView>;
  readonly notifications: () => Promise<NotificationsView>;
  /** Of all accounts. */
  readonly limits: () => readonly AccountLimits[];
  /** The names by which scores of a folder may call agents. */
  readonly scoreOptions: (folder: string) => Promise<ScoreOptions>;
}

export interface AgentsAsked {
  readonly folder: string;
  /** The caller's, in which programs and keys are looked for. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Empty: all agents. */
  readonly names: readonly string[];
}

/** The engine as all other methods see it. */
export interface Desk {
  readonly looks: LookDesk;
  readonly jobs: JobParts;
  readonly inTurn: InTurn;
  readonly gates: GateActParts;
  readonly conductor: Itself;
  readonly notifier: Pick<Notifier, "test">;
  readonly chains: { cancel(root: JobId): Promise<void> };
  readonly healer: HealingHands;
  /** Forgets what was learnt of one account, or of all. */
  readonly clearLimits: (account: string | null) => Promise<number>;
  readonly schedules: { look(): void };
  /** `null`: sheets play on this machine alone. */
  readonly fleet: FleetDesk | null;
}

/** One method of the contract: one file declares it whole. */
export interface Method<P extends z.ZodObject = z.ZodObject, R = unknown> {
  /** Unknown keys are errors. */
  readonly params: P;
  /** Only its type: what the engine gives is not checked again. */
  readonly result: z.ZodType<R>;
  /** It takes a key: a call that is repeated with the same key has no second effect. */
  readonly keyed: boolean;
}

export interface Look<P extends z.ZodObject, R> extends Method<P, R> {
  readonly run: (desk: LookDesk, asked: z.output<P>) => Promise<R>;
}

export interface Act<P extends z.ZodObject, R> extends Method<P, R> {
  /** `note`: the entries that record the answer, for a `run` that writes them in one step with its effect. */
  readonly run: (desk: Desk, asked: z.output<P>, note: (result: R) => readonly Entry[]) => Promise<R>;
}

type Strict<S extends z.ZodRawShape> = z.ZodObject<S, z.core.$strict>;

interface Declared<S extends z.ZodRawShape, R> {
  readonly params: S;
  readonly result: z.ZodType<R>;
}

/** A method that changes nothing. */
export function look<S extends z.ZodRawShape, R>({
  params,
  ...declared
}: Declared<S, R> & Pick<Look<Strict<S>, R>, "run">): Look<Strict<S>, R> {
  return { ...declared, params: z.strictObject(params), keyed: false };
}

/** A method that needs the process with the writer lock. */
export function act<S extends z.ZodRawShape, R>(
  declared: Declared<S, R> & { readonly keyed: true } & Pick<Act<Strict<S & typeof key>, R>, "run">,
): Act<Strict<S & typeof key>, R>;
export function act<S extends z.ZodRawShape, R>(
  declared: Declared<S, R> & { readonly keyed: false } & Pick<Act<Strict<S>, R>, "run">,
): Act<Strict<S>, R>;
export function act({ params, ...declared }: { readonly params: z.ZodRawShape; readonly keyed: boolean }): object {
  return { ...declared, params: z.strictObject(declared.keyed ? { ...params, ...key } : params) };
}

/** A method that the connection itself answers. */
export function ofConnection<S extends z.ZodRawShape, R>({ params, result }: Declared<S, R>): Method<Strict<S>, R> {
  return { params: z.strictObject(params), result, keyed: false };
}

/** Functions that answer some methods; params have been checked. */
export type HandlersOf<T extends Readonly<Record<string, Method>>> = {
  readonly [M in keyof T]: (asked: z.output<T[M]["params"]>) => Promise<z.output<T[M]["result"]>>;
};
