import { existsSync } from "node:fs";
import { join } from "node:path";
import { allowedEnvironment } from "../process/environment.ts";
import type { RunProcess } from "../process/process.ts";
import { isNamed } from "./environment.ts";
import { homeChoice, passed } from "./profile/environment.ts";
import type { HttpProfile, Profile } from "./profiles/profile.ts";

export interface Prober {
  readonly run: RunProcess;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A program named by a cloned project may be anything. */
  readonly mayRun: boolean;
  /** The checkout that it is to work for; absent: none. */
  readonly folder?: string;
}

type Program = Exclude<Profile, HttpProfile>;
type Login = NonNullable<Program["login"]>;

const askLimitMs = 20_000;

/** Whether an agent has a login, without asking a model; `null`: that can't be known, or a key does. */
export async function askLogin(
  profile: Program,
  prober: Prober,
  { program, version }: { readonly program: string; readonly version: string },
): Promise<boolean | null> {
  const { login } = profile;
  const env = { ...prober.env, ...profile.env };
  if (
    login === null ||
    homeChoice(profile, env).kind === "own" ||
    hasOther(login, { env, folder: prober.folder ?? "/" })
  )
    return null;
  if (login.args === undefined) return false;
  if (login.since !== undefined && !isAtLeast(version, login.since)) return null;
  const { how } = await prober.run({
    argv: [program, ...login.args],
    // Files of the project could make the program do more.
    cwd: "/",
    env: { ...allowedEnvironment(prober.env), ...passed(profile, prober.env), ...profile.env },
    output: { kind: "memory", capBytes: 64 * 1024 },
    limits: { timeoutMs: askLimitMs, graceMs: 500 },
    tree: "contained",
  });
  return how.kind === "exited" && how.code <= 1 ? how.code === 0 : null;
}

/** A variable or a file that may hold a key, or say where one is. */
function hasOther({ unless, files }: Login, { env, folder }: Required<Pick<Prober, "env" | "folder">>): boolean {
  const isSet = Object.entries(env).some(([name, value]) => (value ?? "") !== "" && isNamed(unless, name));
  return isSet || files.some((file) => existsSync(placeOf(file, { home: env["HOME"] ?? "/", folder })));
}

function placeOf(file: string, { home, folder }: { readonly home: string; readonly folder: string }): string {
  return file.startsWith("~/") ? join(home, file.slice(2)) : join(folder, file);
}

/** By the numbers of a version. */
function isAtLeast(version: string, least: string): boolean {
  const numbers = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  const [have, want] = [numbers(version), numbers(least)];
  if (have.length === 0) return false;
  for (const [place, wanted] of want.entries()) {
    const found = have[place] ?? 0;
    if (found !== wanted) return found > wanted;
  }
  return true;
}
