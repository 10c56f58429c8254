import type { ConductorPlaces } from "../../base/home/conductor-places.ts";
import { TuttiError } from "../../base/error.ts";
import type { Running } from "./running.ts";

export function notRunning(places: Pick<ConductorPlaces, "home">): TuttiError {
  return new TuttiError("conductor.not_running", `no conductor runs in ${places.home}`, {
    audience: "user",
    hint: "Start one with: tutti start. Or do without: --local.",
  });
}

export function notStarted(places: ConductorPlaces, why: string): TuttiError {
  return new TuttiError(
    "conductor.not_started",
    `the conductor of ${places.home} could not be started${why === "" ? "" : `:\n${why}`}`,
    {
      audience: "environment",
      hint: `tutti start --foreground shows what happens; its log is ${places.log}. Or do without: --local.`,
    },
  );
}

/** `living`: a conductor that is proven to be alive; without one, another program holds the lock. */
export function busy(places: Pick<ConductorPlaces, "home">, living: Running | undefined): TuttiError {
  const message =
    living === undefined
      ? `another tutti works in ${places.home} without a conductor`
      : `the conductor of ${places.home} (process ${String(living.pid)}) does not answer`;
  return new TuttiError("conductor.busy", message, {
    audience: "user",
    hint:
      living === undefined
        ? "Try again when it has ended (a run with --local, or a clean-up), or use another home: TUTTI_HOME=<folder>."
        : "It may be on its way up or down: try again. tutti stop --now ends it; what was done is kept and goes on at the next start.",
  });
}
