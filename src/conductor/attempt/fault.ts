import { TuttiError, messageOf } from "../../base/error.ts";
import { isFault } from "../../base/fault.ts";

export function detailOf(error: unknown): { detail: string; isFault: boolean } {
  return { detail: messageOf(error), isFault: isFault(error) };
}

/** Why there is no context. What is up to a person stays as it is however often it is tried. */
export function hindrance(error: unknown): { detail: string; isFault?: true; isLasting?: true } {
  const isLasting = error instanceof TuttiError && error.code === "context.create_failed" && error.audience === "user";
  return {
    detail: messageOf(error),
    ...(isFault(error) ? { isFault: true } : {}),
    ...(isLasting ? { isLasting } : {}),
  };
}
