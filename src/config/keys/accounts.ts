import { count, hours, money, orNull } from "../kinds.ts";
import { accountLimits } from "../account-limits.ts";
import { entry, machine } from "./entry.ts";

/** What the accounts of agents may use, over all homes. */
export const accountKeys = {
  "limits.sessions": entry(orNull(count(1, 10_000), "learnt"), {
    ...machine,
    default: null,
    variable: "TUTTI_LIMITS_SESSIONS",
    about:
      "Sessions that an account may have at once with one model, over all homes of this machine; `learnt`: what its provider allows, learnt from answers and refusals.",
  }),
  "limits.calls_per_minute": entry(orNull(count(1, 1_000_000), "learnt"), {
    ...machine,
    default: null,
    variable: "TUTTI_LIMITS_CALLS_PER_MINUTE",
    about: "Calls of one model that an account may make in a minute; `learnt`: as many as its provider says.",
  }),
  "limits.tokens_per_minute": entry(orNull(count(1, 1_000_000_000), "learnt"), {
    ...machine,
    default: null,
    variable: "TUTTI_LIMITS_TOKENS_PER_MINUTE",
    about:
      "Tokens of one model that an account may use in a minute, without those read from a cache; `learnt`: as many as its provider says.",
  }),
  "limits.day_usd": entry(orNull(money, "any"), {
    ...machine,
    default: null,
    variable: "TUTTI_LIMITS_DAY_USD",
    about:
      "US dollars that an account may cost in a day, over all homes of this machine; then its sheets wait until midnight or go to their next agent. Running sheets finish.",
  }),
  "limits.day_tokens": entry(orNull(count(1, 1_000_000_000_000), "any"), {
    ...machine,
    default: null,
    variable: "TUTTI_LIMITS_DAY_TOKENS",
    about: "Tokens that an account may use in a day, in the same way.",
  }),
  "limits.quiet_hours": entry(orNull(hours, "none"), {
    ...machine,
    default: null,
    variable: "TUTTI_LIMITS_QUIET_HOURS",
    about:
      "Hours in which no sheet starts that uses an account, such as `22:00-06:00, mon-fri 09:00-12:00`, in the time of this machine. Sheets that you said something to, and those whose result has to be repaired before it lands, start all the same.",
  }),
  "limits.accounts": entry(orNull(accountLimits, "none"), {
    ...machine,
    default: null,
    variable: "TUTTI_LIMITS_ACCOUNTS",
    about:
      "Limits of single accounts in place of those above: `accounts: { claude: { day_usd: 20, quiet_hours: 22:00-06:00 } }`. The name is that of an agent, the `account` of a score, or an id from `tutti limits`; as a variable it is JSON.",
  }),
};
