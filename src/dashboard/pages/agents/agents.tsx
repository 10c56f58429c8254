import type { ReactNode } from "react";
import { useAsk } from "../../kit/ask.ts";
import { Panel } from "../../kit/ui/parts.tsx";
import { Accounts } from "./accounts.tsx";
import { Programs } from "./programs.tsx";
import { Success } from "./success.tsx";
import "./agents.css";

/** Who works: what accounts may use, what came of the work of each agent, and which agents this machine has. */
export function Page(): ReactNode {
  const limits = useAsk("limits.list", {}, { everyMs: 5_000 });
  return (
    <div className="agents-page">
      <header className="page-head">
        <h1>Agents</h1>
      </header>
      <div className="stack">
        <Panel title="Accounts" count={limits.data?.length}>
          {limits.error === null ? null : <p className="nothing bad-text">{limits.error.message}</p>}
          {limits.data?.length === 0 ? (
            <p className="nothing dim">No agent with an account has run on this machine yet.</p>
          ) : (
            <Accounts accounts={limits.data ?? []} again={limits.again} />
          )}
        </Panel>
        <Success />
        <Programs />
      </div>
    </div>
  );
}
