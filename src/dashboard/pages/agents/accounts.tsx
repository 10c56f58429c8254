import type { ReactNode } from "react";
import type { AccountLimits } from "../../../api/contract/agents.ts";
import { dollars, duration, plural } from "../../../base/text.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { newKey } from "../../kit/calls/call.ts";
import { useNow } from "../../kit/clock.ts";
import { Chip } from "../../kit/ui/parts.tsx";
import { briefly } from "../../kit/words.ts";

interface AccountsProps {
  readonly accounts: readonly AccountLimits[];
  readonly again: () => void;
}

/** Each account and model: sessions, rates, budgets of the day, and why nothing is sent there. */
export function Accounts({ accounts, again }: AccountsProps): ReactNode {
  return (
    <ul className="accounts">
      {accounts.map((one) => (
        <Account key={one.key} of={one} again={again} />
      ))}
    </ul>
  );
}

function Account({ of, again }: { readonly of: AccountLimits; readonly again: () => void }): ReactNode {
  const { name, account, running, most, isLearnt, isAwaited, homes, rates, today, left } = of;
  const forget = (): Promise<unknown> =>
    act("limits.clear", { account, key: newKey() }, `Limits of ${name} are learnt anew`).then(again);
  return (
    <li>
      <div className="who">
        <p className="clip">
          <strong>{name}</strong> <span className="faint mono">{account}</span>
        </p>
        <State of={of} />
      </div>
      <div>
        <p>
          {plural(running, "session")} {mostWords(most, isLearnt)}
          {homes > 1 ? ` in ${String(homes)} homes` : ""}
        </p>
        {most === null ? null : <Share label={`${name}: sessions in use`} used={running} limit={most} />}
        {isAwaited ? <p className="warn-text">sheets wait for more</p> : null}
      </div>
      <div>
        {rates.length === 0 ? <p className="faint">no rate known</p> : null}
        {rates.map(({ unit, limit, perMs, used }) => (
          <div key={`${unit} ${String(perMs)}`}>
            <p>
              {used.toLocaleString("en")} of {limit.toLocaleString("en")} {unit} in {duration(perMs)}
            </p>
            <Share label={`${name}: ${unit} used`} used={used} limit={limit} />
          </div>
        ))}
      </div>
      <div className="right">
        <p>
          {dollars(today.usd)} <span className="faint">today</span>
        </p>
        <p className="faint">
          {plural(today.calls, "call")}, {today.tokens.toLocaleString("en")} tokens
        </p>
        {left.usd === null ? null : <p className="faint">{dollars(left.usd)} left</p>}
        {left.tokens === null ? null : <p className="faint">{left.tokens.toLocaleString("en")} tokens left</p>}
      </div>
      <ActButton
        look="quiet"
        title="What was learnt of its limits is forgotten, and what is parked goes on"
        run={forget}
      >
        Forget limits
      </ActButton>
    </li>
  );
}

function mostWords(most: number | null, isLearnt: boolean): string {
  if (most === null) return "now, no limit known";
  return isLearnt ? `of at most ${String(most)}` : `of ${String(most)} for now`;
}

const closedWords = {
  quiet: "quiet hours",
  usd: "the day's budget is used up",
  tokens: "the day's tokens are used up",
} as const;

function State({ of: { shut, closed } }: { readonly of: AccountLimits }): ReactNode {
  const now = useNow();
  if (shut !== null)
    return (
      <>
        <Chip tone="bad">{shut.until === null ? shut.why : `${shut.why}, ${briefly(shut.until - now)} left`}</Chip>
        <p className="dim">{shut.detail}</p>
      </>
    );
  if (closed !== null)
    return <Chip tone="warn">{`${closedWords[closed.why]}, ${briefly(closed.until - now)} left`}</Chip>;
  return <Chip tone="good">takes work</Chip>;
}

interface ShareProps {
  readonly label: string;
  readonly used: number;
  readonly limit: number;
}

function Share({ label, used, limit }: ShareProps): ReactNode {
  const percent = Math.min(100, (100 * used) / Math.max(1, limit));
  return (
    <div className="bar" role="img" aria-label={`${label}: ${String(Math.round(percent))} %`}>
      <i style={{ width: `${String(percent)}%`, background: percent < 90 ? "var(--agent)" : "var(--validating)" }} />
    </div>
  );
}
