import type { Performance } from "../../sheet/performance.ts";
import type { Attempt, Hands } from "../hands.ts";
import { notRun } from "./events.ts";
import { TuttiError, messageOf } from "../../base/error.ts";
import { isFault } from "../../base/fault.ts";

export function detailOf(error: unknown): { detail: string; isFault: boolean } {
  return { detail: messageOf(error), isFault: isFault(error) };
}

/** Why there is no context. A cause that only a person can remove stays however often it is tried. */
export function hindrance(error: unknown): { detail: string; isFault?: true; isLasting?: true } {
  const isLasting = error instanceof TuttiError && error.code === "context.create_failed" && error.audience === "user";
  return {
    detail: messageOf(error),
    ...(isFault(error) ? { isFault: true } : {}),
    ...(isLasting ? { isLasting } : {}),
  };
}

/**
 * The machine ended an agent's run, which says nothing about the agent: its sheet goes on from the work, as if Tutti had
 * died with it.
 */
export function lostTo(error: unknown, hands: Hands, { sheet }: Attempt): Performance & { readonly isLost: true } {
  if (!isFault(error)) throw error;
  const detail = messageOf(error);
  hands.notice(`${sheet.id}: ${detail}; it goes on from its work, which costs no attempt`);
  return { ...notRun({ kind: "not-started", detail }), usage: null, outlived: false, isLost: true };
}
