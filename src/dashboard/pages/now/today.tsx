import type { ReactNode } from "react";
import { dollars } from "../../../base/text.ts";
import { useAsk } from "../../kit/ask.ts";
import { Panel } from "../../kit/ui/parts.tsx";

/** The use of accounts today, over all homes of this user. */
export function Today(): ReactNode {
  const { data } = useAsk("limits.list", {}, { everyMs: 10_000 });
  const used = [...new Map((data ?? []).map((one) => [one.account, one])).values()].filter(
    ({ today }) => today.calls > 0,
  );
  const usd = used.reduce((sum, { today }) => sum + today.usd, 0);
  return (
    <Panel title="Cost today" aside={<strong className="sum">{dollars(usd)}</strong>}>
      {used.length === 0 ? <p className="nothing dim">No agent ran today.</p> : null}
      <ul className="rows">
        {used.map(({ account, name, today }) => (
          <li key={account}>
            <span className="clip">{name}</span>
            <span className="faint">
              {today.tokens < 1000 ? today.tokens : `${Math.round(today.tokens / 1000)}k`} tokens
            </span>
            <span className="right">{dollars(today.usd)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
