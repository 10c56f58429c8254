import type { ChannelTest } from "../api/contract/notify/view.ts";
import { TuttiError } from "../base/error.ts";
import type { NotificationSettings } from "../config/notifications/channels.ts";
import { nearestNames } from "../score/source/nearest.ts";
import type { Send } from "./channels/send.ts";
import { channelsOf } from "./compose.ts";

/** Sends one message now, without the outbox. `name: null`: to every channel of the settings. */
export async function tryChannels(
  settings: NotificationSettings,
  send: Send,
  { name, now }: { readonly name: string | null; readonly now: number },
): Promise<readonly ChannelTest[]> {
  const channels = name === null ? settings.channels : channelsOf(settings);
  const meant = channels.filter((channel) => name === null || channel.name === name);
  if (name !== null && meant.length === 0) throw unknownChannel(name, channels);
  return Promise.all(
    meant.map(async (channel) => {
      const text = `This is a test of the channel ${channel.name}: tutti notify test ${channel.name}`;
      const id = `test-${channel.name}-${String(now)}`;
      const outcome = await send(channel, { id, title: "Tutti: a test", text, count: 0, items: [] });
      return { channel: channel.name, type: channel.type, problem: outcome?.why ?? null };
    }),
  );
}

function unknownChannel(name: string, channels: readonly { readonly name: string }[]): TuttiError {
  const names = channels.map((channel) => channel.name);
  const [first] = nearestNames(name, names);
  return new TuttiError("config.invalid", `your settings have no channel ${JSON.stringify(name)}`, {
    audience: "user",
    hint: first === undefined ? "tutti help notifications shows how to define one." : `Did you mean ${first}?`,
  });
}
