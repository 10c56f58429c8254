import { type Launcher, startLauncher } from "./launcher.ts";

/** Starting the launcher costs as much as some ten programs: a command that starts only a few does without. */
const directStarts = 8;
/** A launcher that can't be started here is not tried for ever. */
const mostFailures = 3;

let starts = 0;
let failures = 0;
let current: Promise<Launcher | null> | null = null;

/** The launcher of this process; `null`: it starts its programs itself. */
export async function currentLauncher(): Promise<Launcher | null> {
  starts += 1;
  if (starts <= directStarts || failures >= mostFailures) return null;
  current ??= startLauncher();
  const launcher = await current;
  if (launcher !== null && !launcher.isLost()) return launcher;
  // Of those that find it lost, the first starts another.
  current = null;
  if (launcher !== null) return currentLauncher();
  failures += 1;
  return null;
}
