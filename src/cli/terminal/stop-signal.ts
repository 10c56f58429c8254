import { exitCodes } from "../exit-codes.ts";

/** Turns the first Ctrl-C (or SIGTERM) into a wish to stop; the second leaves at once, which is safe too. */
export function stopSignal(onFirst: () => void = () => undefined): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    onFirst();
    controller.abort();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}
