/** Runs one job at a time, in the order they came; a failed one does not stop the next. */
export type WritersQueue = <T>(job: () => Promise<T>) => Promise<T>;

export function writersQueue(): WritersQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const mine = last.then(job, job);
    last = mine.catch(() => undefined);
    return mine;
  };
}
