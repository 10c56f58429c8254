import type { World } from "./world.ts";

/**
 * What work gives; `undefined` when it is not done within the limit. Then it goes on, and nobody hears what becomes of
 * it.
 */
export async function within<T>(
  limitMs: number,
  work: Promise<T>,
  world: Pick<World, "after">,
): Promise<T | undefined> {
  let callOff: () => void = () => undefined;
  const late = new Promise<undefined>((resolve) => {
    callOff = world.after(limitMs, () => {
      resolve(undefined);
    });
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => {
    callOff();
  });
}
