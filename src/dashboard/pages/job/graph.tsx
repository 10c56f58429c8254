import { Background, Controls, type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import type { JobView, SheetView } from "../../../api/contract/job.ts";
import { useNow } from "../../kit/clock.ts";
import { Empty } from "../../kit/ui/parts.tsx";
import { jobHref, sheetHref, sheetWords, stopwatch } from "../../kit/words.ts";
import { criticalPath } from "./critical.ts";
import { layOut, nodeSize } from "./graph-layout.ts";
import { endOf, type Span, startOf } from "./lanes.ts";

interface GraphProps {
  readonly job: JobView;
  readonly lanes: ReadonlyMap<string, readonly Span[]>;
}

/** The page's elements end near a thousand; the time line and the table have no such end. */
const mostNodes = 800;

/** What waits for what, as it is now, and the chain that decides how long the job takes. */
export function Graph({ job, lanes }: GraphProps): ReactNode {
  const now = useNow();
  const shape = job.sheets.map(({ id, after }) => `${id}<${(after ?? []).join()}`).join(";");
  const places = useMemo(() => layOut(job.sheets.length > mostNodes ? [] : job.sheets), [shape]);
  if (job.sheets.length > mostNodes)
    return (
      <Empty title={`${job.sheets.length} sheets are too many for a graph`}>
        The <Link href={jobHref(job.id)}>time line</Link> shows all of them.
      </Empty>
    );
  const workOf = ({ id }: SheetView): number | null => {
    const spans = lanes.get(id) ?? [];
    const start = startOf(spans);
    return start === null ? null : (endOf(spans) ?? now) - start;
  };
  const known = job.sheets
    .map(workOf)
    .filter((ms) => ms !== null)
    .toSorted((one, other) => one - other);
  const usual = known[Math.floor(known.length / 2)] ?? 1;
  const path = criticalPath(
    job.sheets.map((sheet) => ({ id: sheet.id, after: sheet.after ?? [], ms: workOf(sheet) ?? usual })),
  );
  const onPath = new Set(path);
  const nodes: SheetNode[] = job.sheets.map((sheet) => ({
    id: sheet.id,
    type: "sheet",
    position: places.get(sheet.id) ?? { x: 0, y: 0 },
    ...nodeSize,
    data: { sheet, job: job.id, ms: workOf(sheet), isCritical: onPath.has(sheet.id) },
  }));
  const edges: Edge[] = job.sheets.flatMap(({ id, after = [] }) =>
    after.map((from) => ({
      id: `${from} ${id}`,
      source: from,
      target: id,
      className: path[path.indexOf(id) - 1] === from ? "critical" : "",
    })),
  );
  return (
    <section className="graph panel" aria-label="Graph of sheets">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        minZoom={0.1}
        nodesDraggable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} size={1} />
        <Controls showInteractive={false} />
      </ReactFlow>
      <p className="faint">
        <i aria-hidden="true" /> longest chain: {path.length} of {job.sheets.length} sheets
      </p>
    </section>
  );
}

type SheetNode = Node<
  { readonly sheet: SheetView; readonly job: string; readonly ms: number | null; readonly isCritical: boolean },
  "sheet"
>;

function SheetBox({ data: { sheet, job, ms, isCritical } }: NodeProps<SheetNode>): ReactNode {
  const { text, tone } = sheetWords(sheet);
  return (
    <div className={`node ${tone} ${isCritical ? "critical" : ""}`}>
      <Handle type="target" position={Position.Left} />
      <Link className="clip" href={sheetHref(job, sheet.id)}>
        {sheet.title}
      </Link>
      <p>
        <span className="clip">{text}</span>
        <span className="mono">{ms === null ? "" : stopwatch(ms)}</span>
      </p>
      <Handle type="source" position={Position.Right} />
    </div>
  );
}

const nodeTypes = { sheet: SheetBox };
