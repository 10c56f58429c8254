import type { ReactNode } from "react";
import type { ConductorStatus } from "../../../api/contract/conductor.ts";
import { sizeText } from "../../../base/text.ts";
import { useNow } from "../../kit/clock.ts";
import { Panel } from "../../kit/ui/parts.tsx";
import { briefly } from "../../kit/words.ts";

export function Machine({ status }: { readonly status: ConductorStatus | undefined }): ReactNode {
  const now = useNow();
  if (status === undefined) return null;
  const { machine, memory, startedAt, disk, version } = status;
  const rows = [
    ["Load", `${machine.load.toFixed(1)} of ${machine.cores} cores`],
    ["Memory free", machine.availableBytes === null ? "unknown" : sizeText(machine.availableBytes)],
    ["Disk", disk === null ? "enough room" : disk.what],
    ["Conductor", `${version}, ${sizeText(memory.rssBytes)}, up ${briefly(now - startedAt)}`],
  ] as const;
  return (
    <Panel title="Machine">
      <dl className="pairs">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="dim">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
