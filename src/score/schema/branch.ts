import { meaning } from "../source/shape.ts";

/** A name that git lets a branch have: one it refuses would be found out only when the job is under way. */
export const branch = meaning((written) =>
  isBranchName(written) ? { kind: "means", value: written } : { kind: "wrong", why: "is not the name of a branch" },
).meta({
  pattern: String.raw`^[^-\s]\S*$`,
});

function isBranchName(name: string): boolean {
  if (name === "@" || name === "HEAD" || name.startsWith("-") || name.endsWith(".")) return false;
  if (/[\s\p{Cc}~^:?*[\\]|\.\.|@\{/u.test(name) || !name.isWellFormed()) return false;
  return name.split("/").every((step) => step !== "" && !step.startsWith(".") && !step.endsWith(".lock"));
}
