import { expect, it } from "vitest";
import { accountId } from "../../agents/known/account.ts";
import { settingsIn } from "../../config/merge.ts";
import { rulesOf } from "./limits.ts";

const lane = (name: string, account = accountId(name)) => ({ name, account });

it("an account has limits of its own by the name of its agent, the name that a score gives, or its id; else those of all", () => {
  const rules = rulesOf(
    settingsIn({
      TUTTI_LIMITS_DAY_USD: "50",
      TUTTI_LIMITS_SESSIONS: "8",
      TUTTI_LIMITS_ACCOUNTS: JSON.stringify({
        claude: { day_usd: 20, quiet_hours: "22:00-06:00" },
        work: { sessions: 2 },
        [accountId("mine")]: { day_tokens: 5 },
      }),
    }),
    accountId,
  );
  expect(rules(lane("codex"))).toMatchObject({ dayUsd: 50, sessions: 8, quiet: [] });
  expect(rules(lane("claude", "0123"))).toMatchObject({ dayUsd: 20, sessions: 8, isOwnQuiet: true });
  expect(rules(lane("claude", accountId("work")))).toMatchObject({ dayUsd: 50, sessions: 2, quiet: [] });
  expect(rules(lane("claude", accountId("mine")))).toMatchObject({ dayUsd: 50, dayTokens: 5, quiet: [] });
});

it.each([
  '{"claude": {"day_euro": 20}}',
  '{"claude": {"sessions": 0}}',
  '{"claude": {"quiet_hours": "always"}}',
  '{"claude": 3}',
  "[]",
  "claude",
])("limits of accounts that can't be are refused: %s", (written) => {
  expect(() => settingsIn({ TUTTI_LIMITS_ACCOUNTS: written })).toThrow(/limits by account, such as/);
});
