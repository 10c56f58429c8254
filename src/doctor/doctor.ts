import { sizeText } from "../base/text.ts";
import { access, constants, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Tutti } from "../api/tutti.ts";
import { askConductor } from "../api/local/answer.ts";
import { findPlaces } from "../api/local/places.ts";
import { type Running, readLiving } from "../api/local/running.ts";
import { longestSocketPath } from "../api/socket-path.ts";
import { checkoutAround } from "../base/files/checkout-around.ts";
import type { ConductorPlaces } from "../base/home/conductor-places.ts";
import { exists } from "../base/files/exists.ts";
import { realWorld } from "../base/world/real-world.ts";
import type { Settings } from "../config/keys.ts";
import { makeGit } from "../git/git.ts";
import { readCommit, readHeadRef } from "../git/refs/refs.ts";
import { openRepository } from "../git/repository.ts";
import { type DiskRoom, governDisk, floorOf } from "../isolation/disk/govern.ts";
import { readDisk } from "../isolation/disk/watch.ts";
import { readGateFile } from "../landing/gates/file.ts";
import { hooksAsGates } from "../landing/gates/hooks.ts";
import { processGroup } from "../process/tree/containment.ts";
import { allowedEnvironment } from "../process/environment.ts";
import { type Memory, type OpenFiles, machineResources } from "../process/machine/resources.ts";
import { makeRunProcess } from "../process/run/run.ts";
import { memoryFloor, sheetLimit } from "../conductor/governor/admission.ts";
import { limitsOf } from "../conductor/governor/limits.ts";
import { containersFinding, lookForEngine } from "./containers.ts";
import { type Check, type Finding, bad, checked, ok, warn } from "./check.ts";
import { contextsFinding, notificationsFinding, schedulesFinding, storeFinding, straysFinding } from "./records.ts";
import { type Tools, agentsFinding, containmentFinding, gitFinding, poolFinding, sandboxFinding } from "./tools.ts";
import { nearestFolder, preparationFinding } from "./preparation.ts";
import { openLooker } from "../root/looking.ts";
import type { Setting } from "../root/setting.ts";

export interface Examination {
  readonly setting: Setting;
  /** The folder asked from; strays are looked for in the checkout around it. */
  readonly folder: string;
  readonly version: string;
}

/** Looks at all that Tutti stands on. Nothing is changed, and what fails is a finding of its own. */
export async function examine(examination: Examination): Promise<readonly Check[]> {
  const { setting, folder, version } = examination;
  const settings = setting.settings();
  const { home, env } = setting;
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  const tools = { run, env, folder, containment: settings.containment };
  const { memory, files, cores } = {
    memory: machineResources.memory(),
    files: machineResources.openFiles(),
    cores: machineResources.cores,
  };
  const check = (name: string, look: () => Promise<Finding> | Finding): Promise<Check> =>
    checked(realWorld, name, look);
  return Promise.all([
    check("git", () => gitFinding(tools)),
    check("node", () => nodeFinding(process.versions.node)),
    check("home", () => homeFinding(home, folder)),
    check("disk", async () => diskFinding(await readDisk(await nearestFolder(home)), settings)),
    check("memory", () => memoryFinding(memory, settings)),
    check("open files", () => filesFinding({ settings, memory, files }, cores)),
    check("containment", () => containmentFinding(tools)),
    check("sandbox", () => sandboxFinding(tools, settings.sandbox)),
    check("containers", async () => {
      const choice = settings["container.engine"];
      return containersFinding(await lookForEngine(env, choice), choice);
    }),
    check("pool", () => poolFinding(tools, settings["pool.trees"])),
    check("preparation", () => preparationFinding({ home, env, folder, choice: settings["prepare.way"] })),
    check("agents", () => agentsFinding(tools)),
    check("hooks", () => hooksFinding(tools)),
    check("conductor", () => conductorFinding({ home, env, version })),
    check("store", () => storeFinding({ home, env, address: settings.store })),
    check("contexts", () => withLooker(setting, contextsFinding)),
    check("notifications", () => withLooker(setting, notificationsFinding)),
    check("schedules", async () => {
      const places = await findPlaces(home);
      const isConducted = places !== undefined && readLiving(places) !== undefined;
      return withLooker(setting, (tutti) => schedulesFinding(tutti, isConducted));
    }),
    check("strays", async () =>
      (await checkoutAround(folder)) === undefined
        ? ok("not in a repository")
        : withLooker(setting, (tutti) => straysFinding(tutti, folder)),
    ),
  ]);
}

/** Where there is no home, there is nothing of ours; and to look would make one. */
async function withLooker(setting: Setting, ask: (tutti: Tutti) => Promise<Finding>): Promise<Finding> {
  if (!(await exists(setting.home))) return ok("none yet");
  const tutti = await openLooker(setting);
  try {
    return await ask(tutti);
  } finally {
    await tutti.close();
  }
}

/** The user's own hooks don't run on a landing: a user who relies on them should know. */
export async function hooksFinding({ run, env, folder }: Pick<Tools, "run" | "env" | "folder">): Promise<Finding> {
  if ((await checkoutAround(folder)) === undefined) return ok("not in a repository");
  // Objects are read only: nothing is written to the home of sealed calls.
  const git = makeGit({ run, emptyHome: "/", userEnvironment: allowedEnvironment(env) });
  const repository = await openRepository(git, folder);
  const { found } = await hooksAsGates(git, repository);
  if (found.length === 0) return ok("none of yours");
  const names = [...new Set(found.map(({ hook, by }) => (by === "git" ? hook : `${hook} (${by})`)))].join(", ");
  const target = await readHeadRef(git, repository.gitDir);
  const commit = target === undefined ? undefined : await readCommit(git, repository.commonDir, target);
  const gates = commit === undefined ? [] : (await readGateFile(git, repository.commonDir, commit)).gates;
  if (gates.length > 0) return ok(`${names}: these don't run on a landing; ${gates.length} gates do`);
  return warn(
    `${names}: these don't run on a landing, and the target has no gates`,
    "tutti gates hooks shows how to make gates of them.",
  );
}

/** Creates nothing: a check must not leave a folder behind. */
async function homeFinding(home: string, folder: string): Promise<Finding> {
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
    return warn(`${path} belongs to another user (user ${uid})`, "Use a home of your own: TUTTI_HOME=<folder>.");
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

/** As package.json and the launcher say. */
const oldestNode = [22, 13] as const;

export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return isNewEnough ? ok(version) : bad(`${version} is too old`, `Install Node ${oldestNode.join(".")} or newer.`);
}

export function diskFinding(room: DiskRoom, settings: Settings): Finding {
  const limits = limitsOf(settings).disk;
  const free = `${sizeText(room.freeBytes)} of ${sizeText(room.totalBytes)} free where Tutti's folder lies`;
  const fix = "Make room: tutti clean shows what Tutti could give back.";
  switch (governDisk(room, limits)) {
    case "ample":
      return ok(free);
    case "low":
      return warn(`${free}; below ${sizeText(limits.warningBytes)} artefacts are cleared away`, fix);
    case "short":
    case "full":
      return bad(`${free}; below ${sizeText(floorOf(limits, room.totalBytes))} no sheet starts`, fix);
  }
}

export function memoryFinding(memory: Memory, settings: Settings): Finding {
  if (memory.availableBytes === null) return ok("this system does not tell how much is available");
  const floor = memoryFloor(settings, memory);
  const available = `${sizeText(memory.availableBytes)} of ${sizeText(memory.totalBytes)} available`;
  if (memory.availableBytes >= floor) return ok(available);
  return bad(
    `${available}; below ${sizeText(floor)} no sheet starts`,
    "End other programs, or lower the floor: tutti config set limits.memory_floor 200MB",
  );
}

/** The limit of this process: a conductor that was started elsewhere may have another one. */
export function filesFinding(
  sight: { readonly settings: Settings; readonly memory: Memory; readonly files: OpenFiles },
  cores: number,
): Finding {
  const { limit, used } = sight.files;
  if (limit === null) return ok("no limit");
  const { sheets, why } = sheetLimit(sight, { idleFiles: used, cores });
  const detail = `${limit} may be open; ${sheets} sheets at once (${why})`;
  return limit >= 1024 ? ok(detail) : warn(detail, "Raise the limit before the conductor starts: ulimit -n 4096");
}

interface Asker {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
}

/** Whether there is a conductor, whether it answers, and whether only its owner can ask it. */
async function conductorFinding({ home, env, version }: Asker): Promise<Finding> {
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
  const about = `version ${theirs}, process ${pid}, at ${socket}`;
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
    `process ${living.pid} is there, but does not answer`,
    "If it stays so: tutti stop --now, then tutti start. Nothing that was done is lost by it.",
  );
}

function absentFinding({ socket }: ConductorPlaces, env: Asker["env"]): Finding {
  const [bytes, most] = [Buffer.byteLength(socket), longestSocketPath(process.platform)];
  if (bytes <= most || (env["XDG_RUNTIME_DIR"] ?? "") !== "")
    return ok("does not run; a command that needs it starts it");
  return warn(
    `does not run, and could not: the path of its socket has ${bytes} bytes of ${most} (${socket})`,
    "Use a shorter TUTTI_HOME, or set XDG_RUNTIME_DIR.",
  );
}
