import type { ReactNode } from "react";
import { briefly } from "../../kit/words.ts";
import { plural } from "../../../base/text.ts";
import { useAsk } from "../../kit/ask.ts";

interface GatesProps {
  readonly repository: string;
  readonly target: string;
}

/** The gates of each result, in the order in which they run. */
export function Gates({ repository, target }: GatesProps): ReactNode {
  const { data, error } = useAsk("gates.list", { folder: repository, target }, { everyMs: 30_000 });
  if (error !== null) return <p className="nothing bad-text">{error.message}</p>;
  if (data === undefined) return null;
  const flaky = new Map(data.quarantine.map((one) => [one.gate, one]));
  return (
    <div className="required">
      {data.queue.stopped.map((why) => (
        <p className="warn-text" key={why}>
          {why}
        </p>
      ))}
      {data.gates.length === 0 ? (
        <p className="dim">No gates: what passed its own validations lands.</p>
      ) : (
        <dl aria-label="Gates of this target">
          {data.gates.map(({ name, run, timeoutMs, from }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code className="clip">{run}</code>
                <span className="faint">
                  {from === "target" ? "" : "by a score · "}at most {briefly(timeoutMs)}
                </span>
                {flaky.has(name) ? (
                  <span className="warn-text">flaky: {plural(flaky.get(name)?.flakes ?? 0, "time")}</span>
                ) : null}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
