import type { ReactNode } from "react";
import { lazily } from "../../../kit/lazily.tsx";
import type { DrawingProps } from "./drawn.ts";

/** Elements of a page end near a thousand boxes; a canvas does not. */
const mostBoxes = 800;

const Boxes = lazily(async () => (await import("./boxes.tsx")).Boxes);
const Canvas = lazily(async () => (await import("./canvas.tsx")).Canvas);

export function Drawing({ sheets, path }: DrawingProps): ReactNode {
  const View = sheets.length > mostBoxes ? Canvas : Boxes;
  return (
    <section className="graph panel" aria-label="Graph of sheets">
      <View sheets={sheets} path={path} />
      <p className="faint">
        <i aria-hidden="true" /> longest chain: {path.length} of {sheets.length} sheets
      </p>
    </section>
  );
}
