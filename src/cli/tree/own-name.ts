import { isLocal } from "../setting.ts";

/**
 * What a command begins with that is printed to be typed next: without a conductor, jobs lie in a home of their own.
 */
export function tutti(): string {
  return isLocal(process.env) ? "tutti --local" : "tutti";
}
