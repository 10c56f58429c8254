import { z } from "zod";
import type { ChannelTest } from "../../contract/notify/view.ts";
import { act } from "../method.ts";

/** Sends one message to a channel, or to all of them, and says what became of it. */
export const notifyTest = act({
  params: { channel: z.string().max(100).optional() },
  result: z.custom<readonly ChannelTest[]>(),
  keyed: false,
  run: ({ notifier }, { channel }) => notifier.test(channel ?? null),
});
