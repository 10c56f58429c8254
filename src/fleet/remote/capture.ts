import type { Attempt } from "../../conductor/hands.ts";
import { swapRef } from "../../git/refs/refs.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";
import { importCapture, lastArrived } from "../../isolation/capture/import.ts";
import type { Context } from "../../isolation/context.ts";
import type { SnapshotWhy } from "../../isolation/snapshots/names.ts";
import { claimRef } from "../claims/claim.ts";
import type { SentCapture } from "../claims/messages.ts";
import { openEnvelope, sealEnvelope } from "../git/envelope.ts";
import { type RemoteParts, close } from "./give.ts";
import type { HeldClaim } from "./held.ts";

/** From its worker; of one that is gone, what arrived before. */
export async function captureRemote(
  parts: RemoteParts,
  played: HeldClaim | undefined,
  { attempt, context, why }: { attempt: Attempt; context: Context; why: SnapshotWhy },
): Promise<CaptureProof> {
  const { equipment } = parts;
  const { git, store, places, world } = equipment;
  const { job, sheet } = attempt;
  const request = {
    store,
    scratch: places.scratch,
    job: job.id,
    sheet: sheet.id,
    attempt: attempt.attempt,
    why,
    by: job.identity,
    at: world.now(),
  };
  const inherited = played === undefined ? await inheritedBy(parts, context) : undefined;
  const claim = played ?? inherited;
  const sent = await claim?.call("capture", { why }).catch((error: unknown) => {
    if (why === "periodic" || !claim.isOver) throw error;
    return undefined;
  });
  if (inherited !== undefined) {
    await inherited.call("leave", null).catch(() => undefined);
    await close(parts, inherited, null);
  }
  if (sent === undefined) return lastArrived(git, context, request);
  return arrive(parts, sent, { context, request });
}

type Request = Parameters<typeof lastArrived>[2];

async function arrive(
  { equipment: { git, store } }: RemoteParts,
  sent: SentCapture,
  { context, request }: { context: Context; request: Request },
): Promise<CaptureProof> {
  const [commit, ...own] = await openEnvelope(git, store.gitDir, sent.envelope);
  const { leftOut, unfiltered } = sent;
  return importCapture(git, context, {
    request,
    arrived: { commit: commit ?? context.base, own, leftOut, unfiltered },
  });
}

/** The claim of a worker that goes on though its conductor was replaced. */
async function inheritedBy({ desk, equipment }: RemoteParts, { id, base }: Context): Promise<HeldClaim | undefined> {
  const claim = (await desk.inherited()).find(({ context }) => (context as Context | null)?.id === id);
  if (claim === undefined) return undefined;
  const { git, store } = equipment;
  // In the home of another conductor the claim's ref is missing: without it all of history would be pushed.
  const next = await sealEnvelope(git, store.gitDir, [base]);
  await swapRef(git, store.gitDir, { ref: claimRef(claim), next, expected: null, why: "tutti: claim" });
  return desk.attend(claim);
}
