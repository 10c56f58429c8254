import { createHash } from "node:crypto";
import { access, constants, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Player, Viewer } from "./api/contract.ts";
import { makePlayer } from "./api/server/player.ts";
import { makeViewer } from "./api/server/viewer.ts";
import { TuttiError, messageOf } from "./base/error.ts";
import { makeFolder } from "./base/make-folder.ts";
import { realWorld } from "./base/real-world.ts";
import { makeHands } from "./wiring/hands.ts";
import { type Git, makeGit } from "./git/git.ts";
import { initRepository } from "./git/init-repository.ts";
import { requireGitVersion } from "./git/version.ts";
import { objectStorePath, openObjectStore } from "./isolation/object-store.ts";
import { type Places, placesIn } from "./isolation/places.ts";
import { sweepHome } from "./isolation/sweep.ts";
import { type Containment, processGroup } from "./process/containment.ts";
import { allowedEnvironment } from "./process/environment.ts";
import { ownerId } from "./process/marker.ts";
import { findContainment } from "./process/probe.ts";
import type { RunProcess } from "./process/process.ts";
import { makeRunProcess } from "./process/run.ts";
import { type Settlement, settleOrphans } from "./process/settle.ts";
import { makeResolver } from "./score/resolve/resolver.ts";
import { openReader, openStore } from "./store/open.ts";
import { acquireWriterLock, isWriterAlive } from "./store/writer-lock.ts";

/** What the outside tells the composition root. */
export interface Setting {
  /** Tutti's own folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The executable of the scripted agent. */
  readonly scriptedAgent: string;
}

/** What the opener wants to hear while Tutti gets ready. */
export interface Opening {
  /** Another Tutti works in this home; it is waited for. */
  readonly onWait: () => void;
  readonly notice: (text: string) => void;
  readonly signal: AbortSignal;
}

/** How long a git that outlived its Tutti may take to finish. */
const orphanPatienceMs = 60_000;

/** Wires the engine for the one process that may write: waits for the writer lock, then puts the home in order. */
export async function openPlayer(setting: Setting, opening: Opening): Promise<Player> {
  const places = await openHome(setting.home);
  const lock = await acquireWriterLock(writerLock(places), realWorld, opening);
  const startedAt = realWorld.now();
  const store = await openStore(places.home);
  const homeHash = createHash("sha256").update(places.home).digest("hex").slice(0, 16);
  const owner = ownerId(homeHash, store.epoch);
  const plain = makeRunProcess({ containment: processGroup, owner, clock: realWorld });
  const containment = await findContainment({ choice: setting.env["TUTTI_CONTAINMENT"], path: setting.env["PATH"], run: plain });
  const run = makeRunProcess({ containment, owner, clock: realWorld });
  const git = await wireGit(places, run, setting);
  const orphans = await settleOrphans({ homeHash, currentEpoch: store.epoch, limitMs: orphanPatienceMs, clock: realWorld });
  for (const text of [...containmentNotice(containment), ...orphanNotice(orphans)]) opening.notice(text);
  // With something of an earlier Tutti still alive, nothing is nobody's.
  if (orphans.kind === "unknown" || orphans.left.length === 0) await sweepHome(places, opening.notice);
  return makePlayer({
    git,
    world: realWorld,
    store,
    equip: async (job, notice) =>
      makeHands({
        git,
        run,
        resolver: makeResolver(job.plan),
        places,
        owner,
        startedAt,
        notice,
        world: realWorld,
        journal: store.journal,
        store: await openObjectStore(git, places.repositories, job.repository),
        environment: allowedEnvironment(setting.env),
        agents: { scripted: setting.scriptedAgent },
      }),
    close: async () => {
      await store.close();
      lock.release();
    },
  });
}

/** Wires what only looks. Its processes carry no mark: a player that starts meanwhile must not take them for orphans. */
export async function openViewer(setting: Setting): Promise<Viewer> {
  const places = await openHome(setting.home);
  const git = await wireGit(places, makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld }), setting);
  return makeViewer({
    git,
    store: await openReader(places.home),
    logs: (job, sheet, attempt) => places.attempt(job, sheet, attempt),
    isWriterAlive: () => isWriterAlive(writerLock(places)),
    objectStore: async (repository) => {
      const path = objectStorePath(places.repositories, repository);
      return access(path).then(
        () => path,
        () => undefined,
      );
    },
  });
}

function containmentNotice(containment: Containment): readonly string[] {
  if (containment.kind !== "group" || containment.passedOver.length === 0) return [];
  return [
    `agents are held together by a process group only: one that starts a session of its own may outlive its sheet (${containment.passedOver.map(({ kind, why }) => `${kind}: ${why}`).join("; ")})`,
  ];
}

function orphanNotice(settlement: Settlement): readonly string[] {
  if (settlement.kind === "unknown") return [`whether an earlier tutti left processes behind can't be told here: ${settlement.why}`];
  const { killed, finished, left } = settlement;
  return [
    ...(killed + finished > 0 ? [`an earlier tutti left processes behind: ${String(killed)} ended, ${String(finished)} git let finish`] : []),
    ...left.map((orphan) => `process ${String(orphan.pid)} of an earlier tutti could not be ended`),
  ];
}

function writerLock(places: Places): string {
  return join(places.home, "writer.lock");
}

async function openHome(home: string): Promise<Places> {
  try {
    await makeFolder(home);
    await access(home, constants.W_OK);
    // One home has one name, whichever way it was reached: the marks of its processes depend on it.
    return placesIn(await realpath(home));
  } catch (error) {
    throw new TuttiError("home.unusable", `Tutti's own folder ${home} can't be used: ${messageOf(error)}`, {
      audience: "environment",
      hint: "Name a folder that you can write in: TUTTI_HOME=<folder>.",
      cause: error,
    });
  }
}

async function wireGit(places: Places, run: RunProcess, setting: Setting): Promise<Git> {
  const emptyHome = join(places.home, "empty");
  await mkdir(emptyHome, { recursive: true, mode: 0o700 });
  const git = makeGit({ run, emptyHome, userEnvironment: allowedEnvironment(setting.env) });
  await requireGitVersion(git);
  return git;
}

/** Makes a folder a repository of its own with all its files in a first commit, for the demo. */
export async function makeRepository(setting: Setting, folder: string): Promise<void> {
  const places = await openHome(setting.home);
  const git = await wireGit(places, makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld }), setting);
  await initRepository(git, folder, { name: "Tutti Demo", email: "demo@tutti.invalid" });
}
