import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useTheme } from "../../../kit/theme.ts";
import type { DrawingProps } from "./drawn.ts";
import { cell, layerPlaces } from "./layers.ts";
import { paint } from "./paint.ts";
import { fitted, inPlane, type Point, type ViewPort, zoomed } from "./view-port.ts";

const panStep = 60;

/** Thousands of sheets, drawn. Drag to move, wheel or + and - to zoom, press a sheet to go to it. */
export function Canvas({ sheets, path }: DrawingProps): ReactNode {
  const place = useRef<HTMLCanvasElement>(null);
  const [, go] = useLocation();
  const theme = useTheme();
  const shape = sheets.length;
  const places = useMemo(() => layerPlaces(sheets), [shape]);
  const [view, setView] = useState<ViewPort | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const held = useRef<Point | null>(null);
  const moved = useRef(0);
  useEffect(() => {
    const canvas = place.current;
    if (canvas === null) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    watch.observe(canvas);
    const zoom = (event: WheelEvent): void => {
      event.preventDefault();
      const at = { x: event.offsetX, y: event.offsetY };
      setView((now) => (now === null ? now : zoomed(now, at, Math.exp(-event.deltaY / 400))));
    };
    canvas.addEventListener("wheel", zoom, { passive: false });
    return () => {
      watch.disconnect();
      canvas.removeEventListener("wheel", zoom);
    };
  }, []);
  const seen = view ?? fitted(places.values(), cell, size);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (place.current !== null && size.width > 0) paint(place.current, { sheets, path, places, view: seen, size });
    });
    return () => cancelAnimationFrame(frame);
  }, [sheets, path, places, seen.x, seen.y, seen.scale, size, theme]);
  const open = (at: Point): void => {
    const { x, y } = inPlane(seen, at);
    const found = sheets.find(({ id }) => {
      const corner = places.get(id);
      return (
        corner !== undefined &&
        x >= corner.x &&
        x < corner.x + cell.width &&
        y >= corner.y &&
        y < corner.y + cell.height
      );
    });
    if (found !== undefined && found.href !== null) go(found.href);
  };
  const at = (event: PointerEvent): Point => ({ x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY });
  const press = (event: KeyboardEvent): void => {
    const next = afterKey(event.key, seen, size);
    if (next === null) return;
    event.preventDefault();
    setView(next);
  };
  return (
    <canvas
      ref={place}
      tabIndex={0}
      role="img"
      aria-label={`${String(sheets.length)} sheets; the page Sheets has them as a table`}
      onKeyDown={press}
      onPointerDown={(event) => {
        held.current = at(event);
        moved.current = 0;
      }}
      onPointerMove={(event) => {
        const from = held.current;
        if (from === null) return;
        const to = at(event);
        moved.current += Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
        held.current = to;
        setView({ ...seen, x: seen.x + to.x - from.x, y: seen.y + to.y - from.y });
      }}
      onPointerUp={(event) => {
        held.current = null;
        if (moved.current < 5) open(at(event));
      }}
      onPointerLeave={() => (held.current = null)}
    />
  );
}

/** `null`: another key. */
function afterKey(
  key: string,
  view: ViewPort,
  size: { readonly width: number; readonly height: number },
): ViewPort | null {
  const middle = { x: size.width / 2, y: size.height / 2 };
  switch (key) {
    case "+":
    case "=":
      return zoomed(view, middle, 1.3);
    case "-":
      return zoomed(view, middle, 1 / 1.3);
    case "ArrowLeft":
      return { ...view, x: view.x + panStep };
    case "ArrowRight":
      return { ...view, x: view.x - panStep };
    case "ArrowUp":
      return { ...view, y: view.y + panStep };
    case "ArrowDown":
      return { ...view, y: view.y - panStep };
    default:
      return null;
  }
}
