import { TuttiError } from "../base/error.ts";

/** A request that no method takes as it is. */
export function invalid(message: string): TuttiError {
  return new TuttiError("rpc.invalid", message, {
    audience: "user",
    hint: "docs/api.md has every method; nothing was done.",
  });
}
