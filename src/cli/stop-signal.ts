import { exitCodes } from "./exit-codes.ts";

/** Turns the first Ctrl-C (or SIGTERM) into a safe stop; the second leaves at once, which is safe too. */
export function stopSignal(say: (text: string) => void): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    say("stopping safely: what runs is ended and captured (Ctrl-C again leaves at once; nothing is lost either way)");
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
