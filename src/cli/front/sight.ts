import type { Tutti } from "../../api/contract.ts";
import { codeOf, messageOf } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { showRecorded } from "../events/show-events.ts";
import { isComing } from "../../api/local/coming.ts";
import { withTutti } from "../look.ts";
import { type ReachHow, type Reached, find, reachTutti } from "../reach.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal.ts";

/** What is to be seen of a conductor. */
export type Sight =
  | { readonly kind: "ready" }
  | { readonly kind: "found"; readonly reached: Reached }
  /** It may come, or come back. `isOnItsWay`: somebody is seen to be at it. */
  | { readonly kind: "not yet"; readonly why: string; readonly isOnItsWay: boolean }
  /** This connection is of no use any more. */
  | { readonly kind: "gone" };

/** Behind a connection that stands: an engine that a full disk ended comes back there. */
export async function look(tutti: Tutti): Promise<Sight> {
  try {
    const { ready, why } = await tutti.call("conductor.ready", {});
    return ready ? { kind: "ready" } : { kind: "not yet", why: why ?? "", isOnItsWay: true };
  } catch {
    return { kind: "gone" };
  }
}

/** What keeps one from coming up is thrown. */
export async function search(terminal: Terminal, how: ReachHow): Promise<Sight> {
  try {
    return { kind: "found", reached: await find(terminal, how) };
  } catch (error) {
    const mayCome = codeOf(error) === "conductor.not_running" || codeOf(error) === "conductor.busy";
    if (mayCome)
      return { kind: "not yet", why: messageOf(error), isOnItsWay: await isComing(settingFrom(process.env).home) };
    throw error;
  }
}

/**
 * Whether the last that the journal says of a conductor, from a position on, is that it was told to stop. One that died
 * says nothing.
 */
export async function wasStopped(terminal: Terminal, from: number): Promise<boolean> {
  let isStopped = false;
  try {
    const asked = {
      job: undefined as JobId | undefined,
      after: from,
      types: ["conductor.started", "conductor.stopping"] as const,
      folder: "/",
    };
    await withTutti(await reachTutti(terminal, { start: false }), (tutti) =>
      showRecorded(tutti, asked, ({ type }) => {
        isStopped = type === "conductor.stopping";
      }),
    );
  } catch {
    // A journal that can't be read now tells nothing, and the next conductor will.
  }
  return isStopped;
}
