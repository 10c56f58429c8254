import { homedir } from "node:os";
import { join } from "node:path";
import { checkoutAround } from "../../base/files/checkout-around.ts";
import { exists } from "../../base/files/exists.ts";
import type { Origin } from "./shelf.ts";

export interface ProfileSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of the project whose profiles count too; `null`: none do. */
  readonly project: string | null;
}

export interface ProfileFolder {
  readonly origin: Origin;
  readonly path: string;
  /** What no link may lead out of; `null` where links are the owner's own. */
  readonly top: string | null;
}

/** Where the user and the project may have profiles of their own. */
export async function ownFolders({ env, project }: ProfileSources): Promise<readonly ProfileFolder[]> {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  const user = join(named === "" ? join(env["HOME"] ?? homedir(), ".config") : named, "tutti", "agents");
  const top = project === null ? undefined : ((await checkoutAround(project)) ?? project);
  return [
    { origin: "user", path: user, top: null },
    ...(top === undefined ? [] : [{ origin: "project", path: join(top, ".tutti", "agents"), top } as const]),
  ];
}

/** Whether anybody has profiles beside those that are built in. */
export async function hasOwnProfiles(sources: ProfileSources): Promise<boolean> {
  const found = await Promise.all((await ownFolders(sources)).map(({ path }) => exists(path)));
  return found.includes(true);
}
