import { join, resolve } from "node:path";
import { requireHomeOutside } from "../isolation/home/outside.ts";
import { checkoutAround } from "../base/files/checkout-around.ts";
import type { Setting } from "./setting.ts";

/**
 * Refuses a home inside the checkout that is to be worked on, before it is made there. Only by where a `.git` lies: to
 * ask git, a home is needed.
 */
export async function requireHomeApart({ home }: Pick<Setting, "home">, folder: string): Promise<void> {
  const top = await checkoutAround(folder);
  if (top !== undefined) await requireHomeOutside(resolve(home), { top, commonDir: join(top, ".git") });
}
