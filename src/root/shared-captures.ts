import { isPostgres } from "../base/store-address.ts";
import type { CommitSha } from "../base/ids.ts";
import { realWorld } from "../base/world/real-world.ts";
import type { Equipment } from "../conductor/equipment/equipment.ts";
import type { Attempt, Hands } from "../conductor/hands.ts";
import { listRefs, readCommit } from "../git/refs/refs.ts";
import { agentRefs } from "../isolation/home/places.ts";
import { packCommits, unpackCommits } from "../isolation/capture/packed.ts";
import type { CaptureProof } from "../isolation/capture/capture.ts";
import type { Captures } from "../store/postgres/captures.ts";
import type { Setting } from "./setting.ts";
import { holderOf } from "./store.ts";

/** `null`: the store is this home's own, and so is its git. */
export async function openSharedCaptures(setting: Setting): Promise<Captures | null> {
  const { store } = setting.settings();
  if (!isPostgres(store)) return null;
  const { openCaptures } = await import("../store/postgres/captures.ts");
  return openCaptures({ url: store, env: setting.env }, { home: holderOf(setting.home), world: realWorld });
}

/** More is not put into a database: it stays in its home, and a notice says so. */
const mostBytes = 256 * 1024 * 1024;

/**
 * The same hands, for a journal that several homes share: the objects of a capture lie beside the journal before the
 * journal speaks of it, so that a conductor that takes over need not run the sheet again.
 */
export function sharingHands(captures: Captures, equipment: Equipment, hands: Hands): Hands {
  const { git, store, places, notice } = equipment;
  const known = async (commit: string): Promise<boolean> => (await readCommit(git, store.gitDir, commit)) !== undefined;
  return {
    ...hands,
    capture: async (attempt, context, why) => {
      const proof = await hands.capture(attempt, context, why);
      if (why !== "periodic" && why !== "deletion") await share(captures, equipment, { attempt, proof });
      return proof;
    },
    repair: async (job, isInterrupted) => {
      await hands.repair(job, isInterrupted);
      for await (const { sheet, attempt, ref, commit, own, pack } of captures.others(job.id, known)) {
        const agents = agentRefs(job.id, sheet, attempt);
        const refs = [[ref, commit], ...own.map((name) => [`${agents}/${name}`, name])] as [string, CommitSha][];
        await unpackCommits(git, { store, scratch: places.scratch }, { pack, refs: new Map(refs) });
      }
    },
    tidy: () => {
      hands.tidy();
      captures.prune().catch((error: unknown) => {
        notice(`shared captures of jobs that are over could not be removed: ${String(error)}`);
      });
    },
  };
}

async function share(
  captures: Captures,
  { git, store, notice }: Equipment,
  { attempt: { job, sheet, attempt }, proof }: { readonly attempt: Attempt; readonly proof: CaptureProof },
): Promise<void> {
  if (!proof.changed) return;
  const { commit, ref, context } = proof;
  const own = [...(await listRefs(git, store.gitDir, [agentRefs(job.id, sheet.id, attempt)])).values()] as CommitSha[];
  const pack = await packCommits(git, store, { commits: [commit, ...own], base: context.base });
  if (pack.length > mostBytes)
    notice(`${sheet.id}: its result has ${String(pack.length)} bytes and stays on this machine`);
  else await captures.share({ job: job.id, sheet: sheet.id, attempt, ref, commit, own, pack });
}
