import type { ReactNode } from "react";
import { plural, sizeText } from "../../../base/text.ts";
import { useAsk } from "../../kit/ask.ts";
import { Panel } from "../../kit/ui/parts.tsx";

/** Whether there is room, and what waits ready for the next contexts. */
export function Disk(): ReactNode {
  const { data } = useAsk("conductor.status", {}, { everyMs: 5_000 });
  if (data === undefined) return null;
  const { disk, pool, home } = data;
  const rows = [
    ["Room", disk === null ? "enough" : disk.what],
    ...(disk === null ? [] : [["What to do", disk.next]]),
    ["Ready trees", `${String(pool.trees)} of ${String(pool.limit)}, ${sizeText(pool.bytes)}`],
    ["Taken", `${plural(pool.taken, "context")} got one, ${String(pool.missed)} found none`],
    ["Home", home],
  ] as const;
  return (
    <Panel title="Disk">
      <dl className="pairs">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="dim">{name}</dt>
            <dd className={disk !== null && name === "Room" ? "warn-text" : "clip"}>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
