import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";

export type Program =
  | { readonly kind: "found"; readonly file: string }
  | { readonly kind: "refused"; readonly code: "ENOENT" | "EACCES" };

const usualPath = "/bin:/usr/bin";

/** Looked up as the system would. */
export function findProgram(name: string, path: string | undefined, cwd: string): Program {
  return findAmong(candidates(name, path, cwd), () => false);
}

/** As a program sees it that also sees files which this process does not; those are taken as runnable. */
export function findSeenProgram(
  name: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  holds: (file: string) => boolean,
): Program {
  return findAmong(candidates(name, env["PATH"], cwd), holds);
}

function candidates(name: string, path: string | undefined, cwd: string): readonly string[] {
  // An empty entry would mean the working folder, where an agent may have put anything.
  const folders = (path ?? usualPath).split(delimiter).filter((folder) => folder !== "");
  if (name.includes("/")) return [resolve(cwd, name)];
  return name === "" ? [] : folders.map((folder) => resolve(cwd, folder, name));
}

function findAmong(files: readonly string[], isSeen: (file: string) => boolean): Program {
  let code: "ENOENT" | "EACCES" = "ENOENT";
  for (const file of files) {
    if (isSeen(file)) return { kind: "found", file };
    if (!isFile(file)) continue;
    if (isRunnable(file)) return { kind: "found", file };
    code = "EACCES";
  }
  return { kind: "refused", code };
}

function isFile(path: string): boolean {
  try {
    // Most folders of the path do not have it: no error is made for them.
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function refusal(name: string, code: string | undefined): string {
  const program = JSON.stringify(name);
  switch (code) {
    case "ENOENT":
      return name.includes("/")
        ? `there is no program ${program}, or the interpreter it names is missing`
        : `there is no program ${program} on the PATH`;
    case "EACCES":
    case "EPERM":
      return `${program} may not be run: permission denied`;
    case "E2BIG":
      return `the arguments and environment for ${program} are larger than this system allows`;
    case "EMFILE":
    case "ENFILE":
      return `${program} could not be started: too many files are open (raise the limit with "ulimit -n")`;
    case "EAGAIN":
    case "ENOMEM":
      return `${program} could not be started: the system has no room for another process`;
    case "ERR_INVALID_ARG_VALUE":
      return `${program} could not be started: an argument or variable holds a null byte`;
    default:
      return `${program} could not be started (${code ?? "unknown reason"})`;
  }
}
