import type { ReactNode } from "react";
import type { LimitView } from "../../../api/contract/conductor.ts";
import { useNow } from "../../kit/clock.ts";
import { Panel } from "../../kit/ui/parts.tsx";
import { briefly } from "../../kit/words.ts";

/** Accounts to which nothing is sent now, why, and until when. */
export function Limits({ limits }: { readonly limits: readonly LimitView[] }): ReactNode {
  const now = useNow();
  return (
    <Panel title="Limits" count={limits.length}>
      {limits.length === 0 ? (
        <p className="nothing dim">Every account takes work.</p>
      ) : (
        <ul className="facts">
          {limits.map(({ account, why, until, detail }) => (
            <li key={`${account} ${why}`}>
              <p>
                <strong>{account}</strong>{" "}
                <span className="warn-text">{until === null ? why : `${why}, ${briefly(until - now)} left`}</span>
              </p>
              <p className="dim">{detail}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
