import { TuttiError } from "../../base/error.ts";
import type { World } from "../../base/world/world.ts";
import type { ErrorCode } from "../../base/error-codes.ts";
import {
  type CallName,
  type Calls,
  type Failure,
  type FromWorker,
  type ToWorker,
  answers,
} from "../claims/messages.ts";
import type { ClaimName } from "../claims/claim.ts";
import { FleetTaken } from "../claims/taken.ts";

/** The notifications of a worker about its attempt. */
export type Remark = Exclude<FromWorker, { readonly answer: number }>;

/** A claim as its attempt sees it. */
export interface HeldClaim extends ClaimName {
  /** The worker that took it; rejects when the claim is over before. */
  readonly taken: Promise<string>;
  /** Rejects with a fault when the claim is given up. */
  call<Name extends CallName>(
    name: Name,
    asks: Calls[Name]["asks"],
    cancel?: AbortSignal,
  ): Promise<Calls[Name]["gives"]>;
  /** Hears remarks from now on. */
  listen(heard: (remark: Remark, bytes: Buffer | null) => void): void;
  readonly isOver: boolean;
}

/** The other side of it: for the desk that reads the tables. */
export interface ClaimDrive {
  readonly claim: HeldClaim;
  took(worker: string): void;
  hear(message: FromWorker, bytes: Buffer | null): void;
  end(why: string): void;
  readonly worker: string | null;
}

const againMs = 250;

interface DriveParts {
  readonly world: Pick<World, "after">;
  /** `false` when no worker holds the claim any more. */
  readonly send: (body: ToWorker) => Promise<boolean>;
  readonly firstCall: number;
}

export function driveClaim(name: ClaimName, { world, send, firstCall }: DriveParts): ClaimDrive {
  const pending = new Map<number, PromiseWithResolvers<unknown> & { readonly name: CallName }>();
  const taken = Promise.withResolvers<string>();
  taken.promise.catch(() => undefined);
  let calls = firstCall;
  let over: string | null = null;
  let worker: string | null = null;
  let heard: (remark: Remark, bytes: Buffer | null) => void = () => undefined;
  const end = (why: string): void => {
    if (over !== null) return;
    over = why;
    taken.reject(lost(why));
    for (const { reject } of pending.values()) reject(lost(why));
    pending.clear();
  };
  let last: Promise<unknown> = Promise.resolve();
  // One after the other, and again while the database is away: the worker may be well meanwhile.
  const transmit = (body: ToWorker): void => {
    last = last.then(async () => {
      while (over === null) {
        const isSent = await send(body).catch((error: unknown) => (error instanceof FleetTaken ? false : null));
        if (isSent === false) end(`the claim of ${name.sheet} is not held any more`);
        if (isSent !== null) return;
        await new Promise<void>((resolve) => void world.after(againMs, resolve));
      }
    });
  };
  const call: HeldClaim["call"] = async (what, asks, cancel) => {
    if (over !== null) throw lost(over);
    calls += 1;
    const number = calls;
    const answer = { ...Promise.withResolvers<unknown>(), name: what };
    pending.set(number, answer);
    transmit({ call: number, name: what, asks });
    const abort = (): void => transmit({ cancel: number, why: String(cancel?.reason) });
    if (cancel?.aborted === true) abort();
    cancel?.addEventListener("abort", abort, { once: true });
    try {
      return (await answer.promise) as Calls[typeof what]["gives"];
    } finally {
      cancel?.removeEventListener("abort", abort);
    }
  };
  return {
    claim: {
      ...name,
      taken: taken.promise,
      call,
      listen: (ear) => {
        heard = ear;
      },
      get isOver() {
        return over !== null;
      },
    },
    get worker() {
      return worker;
    },
    took: (by) => {
      worker = by;
      taken.resolve(by);
    },
    end,
    hear: (message, bytes) => {
      if (!("answer" in message)) {
        heard(message, bytes);
        return;
      }
      const waiting = pending.get(message.answer);
      if (waiting === undefined) return;
      pending.delete(message.answer);
      if ("fails" in message) {
        waiting.reject(thrown(message.fails));
        return;
      }
      const read = answers[waiting.name].safeParse(message.gives);
      if (read.success) waiting.resolve(read.data);
      else waiting.reject(lost(`its worker gave an answer to ${waiting.name} that can't be read`));
    },
  };
}

/** A fault of the machine: the sheet goes on from its work, at no cost. */
export function lost(why: string): TuttiError {
  return new TuttiError("fleet.claim_lost", why, { audience: "environment" });
}

function thrown({ code, message, audience }: Failure): TuttiError {
  return new TuttiError(code as ErrorCode, message, { audience });
}
