import type { ScoreDocument } from "../../score/source/document.ts";
import { problemsOf } from "../../score/source/issues.ts";
import type { Position } from "../../score/source/place.ts";
import { notificationSection, type NotificationSettings, settingsOf } from "./channels.ts";

export interface NotificationsRead {
  readonly notifications: NotificationSettings | undefined;
  readonly problems: readonly { readonly at: Position; readonly message: string }[];
}

export const noNotifications: NotificationSettings = settingsOf(notificationSection.parse({}));

/** Who is told what, as a file of settings says it. */
export function notificationsIn(document: ScoreDocument, level: "user" | "project"): NotificationsRead {
  const { value } = document;
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const said: unknown = isMap ? (value as Readonly<Record<string, unknown>>)["notifications"] : undefined;
  if (said === undefined || said === null) return { notifications: undefined, problems: [] };
  if (level === "project") {
    // It comes with what is cloned: a channel of its own could send what happens here anywhere, or run a program.
    const message =
      "notifications: channels belong into your own settings (tutti config path), because they may run programs and read secrets";
    return { notifications: undefined, problems: [{ at: document.positionOf(["notifications"], "key"), message }] };
  }
  const checked = notificationSection.safeParse(said);
  if (checked.success) return { notifications: settingsOf(checked.data), problems: [] };
  const issues = checked.error.issues.map((issue) => ({ ...issue, path: ["notifications", ...issue.path] }));
  return {
    notifications: undefined,
    problems: problemsOf(issues, document).map(({ at, path, message }) => ({
      at,
      message: `${path.join(".")}: ${message}`,
    })),
  };
}
