import { Graph, layout } from "@dagrejs/dagre";

export const nodeSize = { width: 190, height: 52 };

/** Where each sheet is drawn: from left to right by what waits for what. */
export function layOut(
  sheets: readonly { readonly id: string; readonly after: readonly string[] }[],
): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 18, ranksep: 56 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of sheets) graph.setNode(id, { ...nodeSize });
  for (const { id, after } of sheets) for (const other of after) graph.setEdge(other, id);
  layout(graph);
  return new Map(
    sheets.map(({ id }) => {
      const { x = 0, y = 0 } = graph.node(id) as { readonly x?: number; readonly y?: number };
      return [id, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }];
    }),
  );
}
