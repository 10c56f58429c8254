import { randomUUID } from "node:crypto";

/** Names one call: asked again with the same, it has no second effect. */
export function newKey(): string {
  return randomUUID();
}
