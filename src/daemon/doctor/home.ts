import { access, constants, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { checkoutAround } from "../../base/checkout-around.ts";
import { exists } from "../../base/exists.ts";
import { type Finding, bad, ok, warn } from "./check.ts";

/** Nothing is made: whoever only asks must not leave a folder behind. */
export async function homeFinding(home: string, folder: string): Promise<Finding> {
  const path = resolve(home);
  const around = await checkoutAround(await nearestFolder(path));
  const elsewhere = "Name a folder outside of it that you can write in: TUTTI_HOME=<folder>.";
  if (around !== undefined && around === (await checkoutAround(folder)))
    return bad(`${path} lies inside the checkout ${around}: git clean there would take all custody`, elsewhere);
  const refusal = await writeRefusal(path);
  if (refusal !== null) return bad(refusal, "Name a folder that you can write in: TUTTI_HOME=<folder>.");
  if (!(await exists(path))) return ok(`${path} is not there yet; it is made when it is needed`);
  if (around !== undefined)
    return warn(`${path} lies inside the checkout ${around}: git clean there would take all custody`, elsewhere);
  const { mode, uid } = await stat(path);
  if (uid !== process.getuid?.())
    return warn(
      `${path} belongs to somebody else (user ${String(uid)})`,
      "Use a home of your own: TUTTI_HOME=<folder>.",
    );
  if ((mode & 0o077) !== 0) return warn(`${path} can be entered by others`, `chmod 700 ${path}`);
  return ok(path);
}

async function writeRefusal(path: string): Promise<string | null> {
  const nearest = await nearestFolder(path);
  if (!(await stat(nearest)).isDirectory()) return `${nearest} is not a folder`;
  return access(nearest, constants.W_OK | constants.X_OK).then(
    () => null,
    (error: unknown) => `${nearest} can't be written in (${(error as NodeJS.ErrnoException).code ?? "unknown reason"})`,
  );
}

/** The folder itself, or what there is of the way to it. */
export async function nearestFolder(path: string): Promise<string> {
  return (await exists(path)) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
