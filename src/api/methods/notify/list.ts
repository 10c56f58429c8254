import { z } from "zod";
import type { NotificationsView } from "../../contract/notify/view.ts";
import { look } from "../method.ts";

/** Who is told what, and what became of the last messages. */
export const notifyList = look({
  params: {},
  result: z.custom<NotificationsView>(),
  run: ({ notifications }) => notifications(),
});
