import type { World } from "../../base/world.ts";

/** Whether it came to its end in time; what it throws in time is thrown. */
export async function within(limitMs: number, work: Promise<void>, world: Pick<World, "after">): Promise<boolean> {
  let cancel: () => void = () => undefined;
  const over = new Promise<false>((resolve) => {
    cancel = world.after(limitMs, () => {
      resolve(false);
    });
  });
  return Promise.race([work.then(() => true), over]).finally(() => {
    cancel();
  });
}
