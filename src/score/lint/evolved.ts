import type { Look } from "./look.ts";
import { textsOf } from "./texts.ts";

/** A score copied from its predecessor (`name-v3` from `name-v2`) that still names what belongs to that one. */
export function lintEvolved({ plan, score, report }: Look): void {
  const [, base = "", version] = /^(.+)-v(\d{1,6})$/.exec(plan.name) ?? [];
  if (version === undefined) return;
  const mention = new RegExp(`${base.replaceAll(/[^\w]/g, String.raw`\$&`)}-v(\\d{1,6})(?!\\d)`, "g");
  for (const { path, text } of textsOf(score)) {
    const older = [...text.matchAll(mention)].find(([, found]) => Number(found) < Number(version));
    if (older !== undefined) report("V009", path, `names ${older[0]}, but this is ${plan.name}`);
  }
}
