import { meaning } from "../source/shape.ts";

/** A name that git lets a branch have: one it refuses would be found out only when the job is under way. */
export const branch = meaning((written) =>
  isRefName(written) ? { kind: "means", value: written } : { kind: "wrong", why: "is not the name of a branch" },
).meta({
  pattern: String.raw`^[^-\s]\S*$`,
});

/** git names a remote as it names a branch. An address is none: it may hold a password, and a job keeps its plan. */
export const remote = meaning((written) => {
  if (isRefName(written)) return { kind: "means", value: written };
  const isAddress = /[:/]/.test(written);
  return {
    kind: "wrong",
    why: `is not the name of a remote${isAddress ? "; give the address a name with git remote add" : ""}`,
  };
}).meta({ title: "name of a remote", pattern: String.raw`^[^-\s]\S*$` });

function isRefName(name: string): boolean {
  if (name === "@" || name === "HEAD" || name.startsWith("-") || name.endsWith(".")) return false;
  if (/[\s\p{Cc}~^:?*[\\]|\.\.|@\{/u.test(name) || !name.isWellFormed()) return false;
  return name.split("/").every((step) => step !== "" && !step.startsWith(".") && !step.endsWith(".lock"));
}
