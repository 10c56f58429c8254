import { duration } from "../base/text.ts";
import { TuttiError, messageOf } from "../base/error.ts";
import type { World } from "../base/world/world.ts";

/** What was found out about one thing, and what to do about it. */
export interface Finding {
  readonly state: "ok" | "warn" | "bad";
  readonly detail: string;
  readonly fix: string | null;
}

export interface Check extends Finding {
  readonly name: string;
}

export function ok(detail: string): Finding {
  return { state: "ok", detail, fix: null };
}

export function warn(detail: string, fix: string): Finding {
  return { state: "warn", detail, fix };
}

export function bad(detail: string, fix: string): Finding {
  return { state: "bad", detail, fix };
}

/** No single question may take longer: a disk or a conductor that does not answer is a finding, too. */
const limitMs = 15_000;

/** Answers one question, even if it fails: the others are still asked. */
export async function checked(
  world: Pick<World, "after">,
  name: string,
  look: () => Promise<Finding> | Finding,
): Promise<Check> {
  let callOff = (): void => undefined;
  const tooLate = new Promise<Finding>((resolve) => {
    callOff = world.after(limitMs, () => {
      resolve(
        bad(
          `could not be found out within ${duration(limitMs)}`,
          "Try again when the machine is less busy; if it stays, something there is stuck.",
        ),
      );
    });
  });
  const found = Promise.resolve().then(look).catch(failure);
  const finding = await Promise.race([found, tooLate]);
  callOff();
  return { name, ...finding };
}

function failure(error: unknown): Finding {
  const hint = error instanceof TuttiError ? error.hint : undefined;
  return bad(messageOf(error), hint ?? "This is what the system said; it should work.");
}
