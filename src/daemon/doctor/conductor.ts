import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { askConductor } from "../../api/local/answer.ts";
import { findPlaces } from "../../api/local/places.ts";
import type { Running } from "../../api/local/running.ts";
import { longestSocketPath } from "../../api/socket-path.ts";
import type { ConductorPlaces } from "../../base/conductor-places.ts";
import { type Finding, bad, ok, warn } from "./check.ts";

export interface Asker {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
}

/** Whether there is a conductor, whether it answers, and whether only its owner can ask it. */
export async function conductorFinding({ home, env, version }: Asker): Promise<Finding> {
  const places = await findPlaces(home);
  if (places === undefined) return ok("does not run");
  const answer = await askConductor(places, { version, client: "doctor" });
  switch (answer.kind) {
    case "absent":
      return absentFinding(places, env);
    case "silent":
      return silentFinding(places, answer.living);
    case "refused":
      return bad(answer.error.message, answer.error.hint ?? "tutti restart");
    case "answers":
      await answer.tutti.close();
      return runningFinding(answer.running, version);
  }
}

async function runningFinding({ pid, version: theirs, socket }: Running, ours: string): Promise<Finding> {
  const [own, above] = [await stat(socket), await stat(dirname(socket))];
  const about = `version ${theirs}, process ${String(pid)}, at ${socket}`;
  if ((own.mode & 0o077) !== 0 || (above.mode & 0o077) !== 0)
    return bad(`${about}, which others can reach`, `chmod 700 ${dirname(socket)} && chmod 600 ${socket}`);
  return theirs === ours ? ok(about) : warn(`${about}; this is version ${ours}`, "tutti restart");
}

function silentFinding({ home }: ConductorPlaces, living: Running | undefined): Finding {
  if (living === undefined)
    return warn(
      `a tutti without a conductor works in ${home}`,
      "Nothing, if you know of it (--local); else wait until it ends.",
    );
  return bad(
    `process ${String(living.pid)} is there, but does not answer`,
    "If it stays so: tutti stop --now, then tutti start. Nothing that was done is lost by it.",
  );
}

function absentFinding({ socket }: ConductorPlaces, env: Asker["env"]): Finding {
  const [bytes, most] = [Buffer.byteLength(socket), longestSocketPath(process.platform)];
  if (bytes <= most || (env["XDG_RUNTIME_DIR"] ?? "") !== "")
    return ok("does not run; a command that needs it starts it");
  return warn(
    `does not run, and could not: the path of its socket has ${String(bytes)} bytes of ${String(most)} (${socket})`,
    "Use a shorter TUTTI_HOME, or set XDG_RUNTIME_DIR.",
  );
}
