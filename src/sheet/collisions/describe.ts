import { firstFew } from "../../base/text.ts";
import type { KnownCollision } from "../counts.ts";

/** As people read it. */
export function collisionWords({ with: other, paths, how }: KnownCollision): string {
  const whom = other ?? "what landed meanwhile";
  const then = {
    shown: "",
    told: "; its agent is told",
    waits: `; it stops, and continues once ${whom} has landed`,
  }[how];
  return `changes the same places as ${whom}, in ${firstFew(paths, 3)}${then}`;
}
