import type { World } from "../base/world/world.ts";
import { makeSend } from "./channels/send.ts";
import type { ChannelHands } from "./channels/secrets.ts";
import { type Notifier, type NotifierParts, openNotifier } from "./notifier.ts";

interface People extends Pick<NotifierParts, "store" | "readSettings"> {
  readonly world: World;
  readonly hands: ChannelHands;
  readonly notice: (text: string) => void;
}

/** Tells people what happens, where their settings or scores ask for it. */
export function tellPeople({ store, world, hands, readSettings, notice }: People): Promise<Notifier> {
  return openNotifier({
    store,
    world,
    readSettings,
    send: makeSend(hands),
    notice: (text, job) => {
      // Those of a job are heard by who watches it.
      if (job === null) notice(text);
      const event = { kind: "notice", at: world.now(), text } as const;
      store.journal.append([{ about: "note", job, sheet: null, event }]).catch(() => undefined);
    },
  });
}
