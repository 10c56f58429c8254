/**
 * Does a thing again that failed. For what may be broken for good, so that its failure is an answer: what is broken is
 * so the second time too, and a fault of the machine is gone by then.
 */
export async function insist<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    return ask();
  }
}
