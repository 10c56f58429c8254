import { TuttiError } from "../../base/error.ts";

/** Refuses a person's request that can't be met: nothing was touched. */
export function refused(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}
