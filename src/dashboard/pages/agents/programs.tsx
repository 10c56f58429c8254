import { type ReactNode, useState } from "react";
import type { AgentView } from "../../../api/contract/agents.ts";
import { plural } from "../../../base/text.ts";
import { useAsk } from "../../kit/ask.ts";
import { Button, Chip, Panel } from "../../kit/ui/parts.tsx";

/** The agents that a score can name on this machine; asked for, whether they work. */
export function Programs(): ReactNode {
  const [isChecked, setChecked] = useState(false);
  const known = useAsk("agents.list", { folder: "/" });
  const checked = useAsk("agents.check", { folder: "/" }, { isOff: !isChecked });
  const view = checked.data ?? known.data;
  const error = checked.error ?? known.error;
  return (
    <Panel
      title="On this machine"
      count={view?.agents.length}
      aside={
        <Button
          look="quiet"
          title="Asks each program for its version and login. No model is asked anything."
          disabled={checked.isAsking}
          onClick={() => (isChecked ? checked.again() : setChecked(true))}
        >
          {checked.isAsking ? "Checking …" : "Check them"}
        </Button>
      }
    >
      {error === null ? null : <p className="nothing bad-text">{error.message}</p>}
      {(view?.problems ?? []).map((problem) => (
        <p className="nothing bad-text" key={problem}>
          {problem}
        </p>
      ))}
      <ul className="programs">
        {(view?.agents ?? []).toSorted(usableFirst).map((agent) => (
          <Program key={agent.name} agent={agent} />
        ))}
      </ul>
    </Panel>
  );
}

function usableFirst(one: AgentView, other: AgentView): number {
  return Number(one.problems.length > 0) - Number(other.problems.length > 0) || one.name.localeCompare(other.name);
}

function Program({ agent }: { readonly agent: AgentView }): ReactNode {
  const { name, displayName, origin, kind, version, login, problems, models } = agent;
  return (
    <li>
      <p className="clip">
        <strong>{name}</strong> <span className="faint">{displayName === name ? "" : displayName}</span>
      </p>
      <span>
        <Chip tone={problems.length === 0 ? "good" : "calm"}>{problems.length === 0 ? "ready" : "not ready"}</Chip>
      </span>
      <p className="dim">
        {problems.length === 0
          ? [version, login, models.length === 0 ? null : plural(models.length, "model")]
              .filter((words) => words !== null && words !== "")
              .join(" · ")
          : problems.join(" ")}
      </p>
      <p className="faint right">
        {kind}, {origin}
      </p>
    </li>
  );
}
