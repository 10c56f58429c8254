/** So many times as long as the last work took, it rests: what is slow is done less often. */
const restFactor = 10;

/** Calls at once, then at most every so often; what was asked for in between is done once, at the end of the pause. */
export function spaced(everyMs: number, work: () => unknown): () => void {
  let isWanted = false;
  let isResting = false;
  const run = (): void => {
    isWanted = false;
    isResting = true;
    const begun = performance.now();
    void Promise.resolve(work()).finally(() => {
      const tookMs = performance.now() - begun;
      setTimeout(
        () => {
          isResting = false;
          if (isWanted) run();
        },
        Math.max(everyMs, restFactor * tookMs),
      );
    });
  };
  return () => {
    if (isResting) isWanted = true;
    else run();
  };
}
