import { lazy, type ReactNode, Suspense } from "react";
import type { DrawingProps } from "./drawn.ts";

/** Elements of a page end near a thousand boxes; a canvas does not. */
const mostBoxes = 800;

const Boxes = lazy(async () => ({ default: (await import("./boxes.tsx")).Boxes }));
const Canvas = lazy(async () => ({ default: (await import("./canvas.tsx")).Canvas }));

export function Drawing({ sheets, path }: DrawingProps): ReactNode {
  const View = sheets.length > mostBoxes ? Canvas : Boxes;
  return (
    <section className="graph panel" aria-label="Graph of sheets">
      <Suspense fallback={<p className="loading faint">Loading …</p>}>
        <View sheets={sheets} path={path} />
      </Suspense>
      <p className="faint">
        <i aria-hidden="true" /> longest chain: {path.length} of {sheets.length} sheets
      </p>
    </section>
  );
}
