import type { ReactNode } from "react";
import type { CleanStep } from "../../../api/contract/context.ts";
import { firstFew, sizeText } from "../../../base/text.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { useAsk } from "../../kit/ask.ts";
import { newKey } from "../../kit/calls/call.ts";
import { Panel } from "../../kit/ui/parts.tsx";

const kinds: Readonly<Record<CleanStep["kind"], string>> = {
  "empty-trash": "empty the trash",
  "drop-artefacts": "drop build results",
  "remove-context": "remove a context",
  "drop-history": "drop old records",
  "drop-logs": "drop old logs",
  "drop-answers": "drop old answers",
  "drop-notes": "drop old notes",
};
/** The others are done too, and counted. */
const most = 6;

/** The contexts that the rules of the settings would remove now, and the button that does it. */
export function Cleaning({ done }: { readonly done: () => void }): ReactNode {
  const { data, error, again } = useAsk("context.plan-cleaning", {}, { everyMs: 60_000 });
  const steps = data?.steps ?? [];
  const bytes = steps.reduce((sum, step) => sum + step.bytes, 0);
  const clean = async (): Promise<void> => {
    await act("context.clean", { steps, key: newKey() }, (outcomes) => {
      const freed = outcomes.reduce((sum, one) => sum + one.freed, 0);
      const problems = outcomes.flatMap(({ problem }) => problem ?? []);
      return `${sizeText(freed)} freed${problems.length === 0 ? "" : `, ${String(problems.length)} stay: ${firstFew(problems, 3)}`}`;
    });
    again();
    done();
  };
  return (
    <Panel
      title="Can go"
      count={data === undefined ? undefined : steps.length}
      aside={steps.length === 0 ? undefined : <ActButton run={clean}>Clean up, {sizeText(bytes)}</ActButton>}
    >
      {error === null ? null : <p className="nothing bad-text">{error.message}</p>}
      {data !== undefined && steps.length === 0 ? (
        <p className="nothing dim">By the rules of your settings, nothing has to go.</p>
      ) : null}
      <ul className="steps">
        {steps.slice(0, most).map(({ kind, name, bytes: size, why }) => (
          <li key={`${kind} ${name}`} title={why}>
            <span className="clip">
              {kinds[kind]} <span className="faint">{name}</span>
            </span>
            <span className="dim">{sizeText(size)}</span>
          </li>
        ))}
        {steps.length <= most ? null : <li className="faint">{steps.length - most} more</li>}
        {(data?.stuck ?? []).slice(0, most).map(({ name, why }) => (
          <li key={name} className="warn-text">
            {name} stays: {why}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
