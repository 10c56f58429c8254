import type { NotificationsView } from "../api/contract/notify/view.ts";
import type { NotificationSettings } from "../config/notifications/channels.ts";
import type { Outbox } from "../store/delivery.ts";
import { messageOf } from "./message.ts";

export function notificationsView(settings: NotificationSettings, { deliveries }: Outbox): NotificationsView {
  return {
    groupMs: settings.groupMs,
    channels: settings.channels.map(({ name, type, on, for: whom }) => ({ name, type, on, for: whom })),
    deliveries: deliveries
      .map((delivery) => {
        const { items: _, ...rest } = delivery;
        return { ...rest, title: messageOf(delivery, { title: null, text: null }).title };
      })
      .toReversed(),
  };
}
