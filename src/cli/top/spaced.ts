/** At once, then not more often than this: what is asked for meanwhile is done once, later. */
export function spaced(everyMs: number, ask: () => Promise<void>): () => void {
  let isBusy = false;
  let isAsked = false;
  const go = (): void => {
    if (isBusy) {
      isAsked = true;
      return;
    }
    isBusy = true;
    void ask().finally(() => {
      setTimeout(() => {
        isBusy = false;
        if (!isAsked) return;
        isAsked = false;
        go();
      }, everyMs).unref();
    });
  };
  return go;
}
