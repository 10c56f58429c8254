import { resolve, sep } from "node:path";
import { TuttiError } from "../../src/base/error.ts";
import { nameOf } from "../../src/base/names.ts";

/** What became of one id. */
export type Naming =
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "refused" }
  | { readonly kind: "broken"; readonly why: string };

export function naming(id: string): Naming {
  try {
    return { kind: "named", name: nameOf(id) };
  } catch (error) {
    return error instanceof TuttiError && error.code === "id.invalid"
      ? { kind: "refused" }
      : { kind: "broken", why: String(error) };
  }
}

/** What is wrong with a name, apart from other names. The judge has rules of its own: it must not ask the accused. */
export function faultsOf(id: string, name: string): readonly string[] {
  const root = `${sep}root${sep}of${sep}all`;
  return [
    ...(resolve(root, name) === `${root}${sep}${name}` && name !== "" ? [] : ["lies outside the root"]),
    ...(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? [] : ["is not plain on every disk"]),
    ...(name.length <= 49 ? [] : [`is ${name.length} long`]),
    ...(/^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? ["is a device elsewhere"] : []),
    ...(isCanonical(id) && name !== id ? ["is not the canonical id itself"] : []),
  ];
}

/** Lower case, digits, single hyphens; no device, no object name, and not in the form of a hashed name. */
export function isCanonical(id: string): boolean {
  const parts = id.split("-");
  const last = parts.at(-1) ?? "";
  const hashed = parts.length > 1 && /^[a-z2-7]{16}$/.test(last);
  const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(id);
  return (
    id.length <= 40 &&
    parts.every((part) => /^[a-z0-9]+$/.test(part)) &&
    !hashed &&
    !device &&
    !/^[0-9a-f]{40}$/.test(id)
  );
}

/** The forms under which some disk takes two names for one. */
export function formsOf(name: string): readonly string[] {
  const folded = name.toLowerCase().toUpperCase().toLowerCase();
  return [
    ...new Set([
      name,
      folded,
      folded.normalize("NFC"),
      folded.normalize("NFD"),
      folded.normalize("NFKC"),
      folded.replace(/[. ]+$/, ""),
    ]),
  ];
}
