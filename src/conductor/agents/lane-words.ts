import { isoTime } from "../../base/text.ts";
import type { AccountLeave } from "./accounts.ts";

type Waiting = Extract<AccountLeave, { readonly kind: "full" | "closed" }>;

export function waitWords(leave: Waiting): string {
  return leave.kind === "closed"
    ? `${closedWords[leave.why]}, until ${isoTime(leave.until)}`
    : fullWords[leave.why](leave.most);
}

const closedWords = {
  quiet: "these are quiet hours (limits.quiet_hours)",
  usd: "its account has cost what it may in a day (limits.day_usd)",
  tokens: "its account has used the tokens that it may in a day (limits.day_tokens)",
} as const;

const fullWords = {
  sessions: (most: number) => `its account may have ${String(most)} sessions at once, and all are in use`,
  calls: (most: number) => `more than ${String(most)} sessions would make more calls than its account may`,
  tokens: (most: number) => `more than ${String(most)} sessions would use more tokens than its account may`,
  share: () => "another home of this machine is next",
  urgent: () => "a sheet of another home goes first, because others wait for it",
} as const;
