import { TuttiError } from "../../base/error.ts";

/** What a person asked for and can't be had: nothing was touched. */
export function refused(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}
