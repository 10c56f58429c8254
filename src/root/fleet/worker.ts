import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { realWorld } from "../../base/world/real-world.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { type FleetLine, type Standing, type TakenClaim, openLine } from "../../fleet/database/worker-side.ts";
import { type Way, fetchClaim, pushClaim } from "../../fleet/git/carry.ts";
import { sealEnvelope } from "../../fleet/git/envelope.ts";
import type { Calls } from "../../fleet/claims/messages.ts";
import { feedFiles } from "../../fleet/worker/files.ts";
import type { Outbox } from "../../fleet/worker/outbox.ts";
import type { Playing } from "../../fleet/worker/serve-claim.ts";
import { type Worker, runWorker } from "../../fleet/worker/worker.ts";
import { listRefs } from "../../git/refs/refs.ts";
import { initStore } from "../../git/storage/init-store.ts";
import { agentRefs } from "../../isolation/home/places.ts";
import { exists } from "../../base/files/exists.ts";
import { TuttiError } from "../../base/error.ts";
import { type Engine, openEngine } from "../engine.ts";
import { makeHands } from "../hands.ts";
import type { Setting } from "../setting.ts";

export interface WorkerOpening {
  readonly url: string;
  readonly token: string;
  readonly labels: readonly string[];
  readonly slots: number;
  /** Where repositories are kept between sheets. */
  readonly cache: string;
  readonly version: string;
  readonly notice: (text: string) => void;
}

/** A worker in this process, over a home of its own. */
export async function openWorker(
  setting: Setting,
  opening: WorkerOpening,
): Promise<Worker & { close(): Promise<void> }> {
  const { notice, token, url, cache } = opening;
  const engine = await openEngine(setting, {
    onWait: () => notice("another tutti works in this home; waiting for it to end"),
    notice,
    signal: new AbortController().signal,
    closingMs: 5_000,
    isPlayed: () => false,
  });
  const held: { worker?: Worker } = {};
  const line: FleetLine = openLine({ url, token, world: realWorld }, () => held.worker?.wake());
  const turns = new Map<string, Promise<unknown>>();
  try {
    await mkdir(cache, { recursive: true, mode: 0o700 });
    const { labels, slots, version } = opening;
    const worker = await runWorker({
      world: realWorld,
      line,
      about: { labels, slots, version },
      notice,
      open: (claim, now, outbox) => (asks, play) =>
        openClaim({ engine, cache, token, turns }, { claim, now, outbox, asks, play }),
    });
    held.worker = worker;
    return {
      ...worker,
      close: async () => {
        await line.close();
        await engine.close();
      },
    };
  } catch (error) {
    await line.close();
    await engine.close();
    throw error;
  }
}

interface Here {
  readonly engine: Engine;
  readonly cache: string;
  readonly token: string;
  /** By repository: the first of several claims fetches what all of them need. */
  readonly turns: Map<string, Promise<unknown>>;
}

interface Opening {
  readonly claim: TakenClaim;
  readonly now: () => Standing;
  readonly outbox: Outbox;
  readonly asks: Calls["enter"]["asks"];
  readonly play: () => Calls["play"]["asks"] | null;
}

async function openClaim(here: Here, { claim, now, outbox, asks, play }: Opening): Promise<Playing> {
  const { engine, cache } = here;
  const { git, places } = engine.machine;
  const gitDir = join(cache, `${claim.repository}.git`);
  const { objectFormat } = asks.job.repository;
  const job = { ...asks.job, repository: { commonDir: gitDir, gitDir, top: null, objectFormat } };
  const attempt = { ...asks, job };
  await inTurn(here, claim.repository, async () => {
    if (!(await exists(gitDir))) await initStore(git, gitDir, { objects: null, format: objectFormat });
    await fetchClaim(git, gitDir, {
      way: await wayOf(here, claim, { ...now(), store: asks.store }),
      ref: claim.ref,
      as: keptRef(claim),
    });
  });
  const given = await engine.equip(job, (text) => outbox.put({ notice: text }));
  const equipment: Equipment = {
    ...given,
    records: {
      ...given.records,
      past: { ...given.records.past, patterns: () => Promise.resolve(play()?.patterns ?? []) },
      fixRecord: () => Promise.resolve(asks.fix ?? undefined),
    },
    shared: {
      ...given.shared,
      activity: {
        note: ({ action, bytes, usd, use }) =>
          outbox.put({
            activity: { action: action.slice(0, 1000), bytes, usd, ...(use === undefined ? {} : { use }) },
          }),
        over: () => undefined,
      },
    },
  };
  const feed = feedFiles({
    folder: places.attempt(job.id, asks.sheet.id, asks.attempt),
    world: realWorld,
    send: (file, at, bytes) => outbox.put({ file, at }, bytes),
    onCut: (text) => outbox.put({ notice: text }),
  });
  return {
    attempt,
    hands: makeHands(equipment),
    feed,
    push: async ({ commit, leftOut, unfiltered }) => {
      const store = equipment.store.gitDir;
      const own = await listRefs(git, store, [agentRefs(job.id, asks.sheet.id, asks.attempt)]);
      const envelope = await sealEnvelope(git, store, [commit, ...([...own.values()] as CommitSha[])]);
      await pushClaim(git, store, {
        way: await wayOf(here, claim, { ...now(), store: asks.store }),
        ref: claim.ref,
        commit: envelope,
      });
      return { envelope, leftOut: leftOut.map((item) => ({ ...item })), unfiltered: [...unfiltered] };
    },
  };
}

function inTurn<T>({ turns }: Here, key: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(
    key,
    mine.catch(() => undefined),
  );
  return mine;
}

/** So that the next fetch asks for the difference only; the newest few are enough. */
function keptRef({ epoch }: TakenClaim): string {
  return `refs/tutti/bases/${String(epoch % 32)}`;
}

async function wayOf(
  { cache, token }: Here,
  { epoch }: TakenClaim,
  { endpoint, store }: Standing & { readonly store: string | null },
): Promise<Way> {
  if (store !== null) return { url: store, token: null, ca: null };
  if (endpoint === null)
    throw new TuttiError("fleet.claim_lost", "no conductor leads the fleet now", { audience: "environment" });
  const ca = endpoint.ca === null ? null : join(cache, "conductor.pem");
  if (endpoint.ca !== null && ca !== null) await writeFile(ca, endpoint.ca, { mode: 0o600 });
  return { url: `${endpoint.url}/git/${String(epoch)}`, token, ca };
}
