/** Calls at once, then at most every so often; what was asked for in between is done once, at the end of the pause. */
export function spaced(everyMs: number, work: () => unknown): () => void {
  let isWanted = false;
  let isResting = false;
  const run = (): void => {
    isWanted = false;
    isResting = true;
    void Promise.resolve(work()).finally(() => {
      setTimeout(() => {
        isResting = false;
        if (isWanted) run();
      }, everyMs);
    });
  };
  return () => {
    if (isResting) isWanted = true;
    else run();
  };
}
