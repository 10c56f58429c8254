import { Background, Controls, type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { stopwatch } from "../../../kit/words.ts";
import type { DrawingProps, DrawnSheet } from "./drawn.ts";
import { layOut, nodeSize } from "./layout.ts";

/** Each sheet is a box with its title, state and time. */
export function Boxes({ sheets, path }: DrawingProps): ReactNode {
  const shape = sheets.map(({ id, after }) => `${id}<${after.join()}`).join(";");
  const places = useMemo(() => layOut(sheets), [shape]);
  const onPath = new Set(path);
  const nodes: SheetNode[] = sheets.map((sheet) => ({
    id: sheet.id,
    type: "sheet",
    position: places.get(sheet.id) ?? { x: 0, y: 0 },
    ...nodeSize,
    data: { sheet, isCritical: onPath.has(sheet.id) },
  }));
  const edges: Edge[] = sheets.flatMap(({ id, after }) =>
    after.map((from) => ({
      id: `${from} ${id}`,
      source: from,
      target: id,
      className: path[path.indexOf(id) - 1] === from ? "critical" : "",
    })),
  );
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      fitView
      fitViewOptions={{ maxZoom: 1 }}
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
  );
}

type SheetNode = Node<{ readonly sheet: DrawnSheet; readonly isCritical: boolean }, "sheet">;

function SheetBox({ data: { sheet, isCritical } }: NodeProps<SheetNode>): ReactNode {
  const { title, text, tone, href, ms } = sheet;
  return (
    <div className={`node ${tone} ${isCritical ? "critical" : ""}`}>
      <Handle type="target" position={Position.Left} />
      {href === null ? (
        <strong className="clip">{title}</strong>
      ) : (
        <Link className="clip" href={href}>
          {title}
        </Link>
      )}
      <p>
        <span className="clip">{text}</span>
        <span className="mono">{ms === null ? "" : stopwatch(ms)}</span>
      </p>
      <Handle type="source" position={Position.Right} />
    </div>
  );
}

const nodeTypes = { sheet: SheetBox };
