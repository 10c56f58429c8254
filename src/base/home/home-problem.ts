import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { TuttiError, messageOf } from "../error.ts";

/** Why Tutti's own folder can't be used, in words that say what to do. */
export async function homeProblem(home: string, error: unknown): Promise<TuttiError> {
  const { code } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : await wordsFor(code, home);
  const { why, hint } = known ?? {
    why: messageOf(error),
    hint: "Name a folder that you can write in: TUTTI_HOME=<folder>.",
  };
  return new TuttiError("home.unusable", `Tutti's own folder ${home} can't be used: ${why}`, {
    audience: "environment",
    hint,
    cause: error,
  });
}

interface Words {
  readonly why: string;
  readonly hint: string;
}

async function wordsFor(code: string, home: string): Promise<Words | undefined> {
  switch (code) {
    case "EACCES":
    case "EPERM":
      return {
        why: `you have no permission; ${await ownerWords(home)}`,
        hint: "Use a home of your own: TUTTI_HOME=<folder>, or leave it unset.",
      };
    case "EROFS":
      return {
        why: "it is on a read-only file system",
        hint: "Name a folder that can be written to: TUTTI_HOME=<folder>.",
      };
    case "ENOSPC":
    case "EDQUOT":
      return {
        why: "its disk is full",
        hint: "Free some space there, or name a folder on another disk: TUTTI_HOME=<folder>.",
      };
    default:
      return undefined;
  }
}

/** Of the nearest folder that can be looked at: inside a closed one nothing can. */
async function ownerWords(home: string): Promise<string> {
  for (let path = resolve(home); ; path = dirname(path)) {
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined) return `${path} belongs to ${await userName(stats.uid)}`;
    if (path === dirname(path)) return "its owner is not known";
  }
}

async function userName(uid: number): Promise<string> {
  const users = await readFile("/etc/passwd", "utf8").catch(() => "");
  const line = users.split("\n").find((one) => one.split(":")[2] === String(uid));
  return line?.split(":")[0] ?? `user ${uid}`;
}
