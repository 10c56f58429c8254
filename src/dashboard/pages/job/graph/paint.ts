import type { Tone } from "../../../kit/words.ts";
import type { DrawingProps } from "./drawn.ts";
import { cell } from "./layers.ts";
import type { Point, ViewPort } from "./view-port.ts";

interface Picture extends DrawingProps {
  readonly places: ReadonlyMap<string, Point>;
  readonly view: ViewPort;
  readonly size: { readonly width: number; readonly height: number };
}

const box = { width: cell.width - 24, height: cell.height - 6 };
/** Smaller letters can't be read, and thousands of them take long. */
const textScale = 0.55;
/** Below it, lines between sheets are a grey haze. */
const edgeScale = 0.08;

const tones: Readonly<Record<Tone, string>> = {
  calm: "--waiting",
  live: "--agent",
  warn: "--validating",
  good: "--landed",
  bad: "--failed",
};

/** Draws what is in sight, by the colours of the theme. */
export function paint(canvas: HTMLCanvasElement, picture: Picture): void {
  const { size, view } = picture;
  const dense = window.devicePixelRatio;
  canvas.width = size.width * dense;
  canvas.height = size.height * dense;
  const pen = canvas.getContext("2d");
  if (pen === null) return;
  const colours = getComputedStyle(canvas);
  const colour = (name: string): string => resolved(colours.getPropertyValue(name), colours.colorScheme);
  pen.setTransform(dense * view.scale, 0, 0, dense * view.scale, dense * view.x, dense * view.y);
  if (view.scale >= edgeScale) paintEdges(pen, picture, colour);
  paintSheets(pen, picture, colour);
}

/** A custom property keeps `light-dark(…)` as it is written. */
function resolved(value: string, scheme: string): string {
  const both = /light-dark\(\s*([^,]+),\s*([^)]+)\)/.exec(value);
  if (both === null) return value.trim();
  const isDark = scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  return (both[isDark ? 2 : 1] ?? "").trim();
}

function isSeen({ view, size }: Picture, { x, y }: Point): boolean {
  const [left, top] = [x * view.scale + view.x, y * view.scale + view.y];
  return (
    left < size.width && top < size.height && left + cell.width * view.scale > 0 && top + cell.height * view.scale > 0
  );
}

function paintEdges(pen: CanvasRenderingContext2D, picture: Picture, colour: (name: string) => string): void {
  const { sheets, path, places } = picture;
  const before = new Map(path.map((id, place) => [id, path[place - 1]]));
  const line = (from: Point, to: Point): void => {
    const [x1, y1, x2, y2] = [from.x + box.width, from.y + box.height / 2, to.x, to.y + box.height / 2];
    pen.moveTo(x1, y1);
    pen.bezierCurveTo((x1 + x2) / 2, y1, (x1 + x2) / 2, y2, x2, y2);
  };
  const all = sheets.flatMap(({ id, after }) => after.map((other) => ({ id, other })));
  for (const isCritical of [false, true]) {
    pen.beginPath();
    for (const { id, other } of all) {
      const [from, to] = [places.get(other), places.get(id)];
      if (from === undefined || to === undefined || (before.get(id) === other) !== isCritical) continue;
      if (isSeen(picture, to) || isSeen(picture, from)) line(from, to);
    }
    pen.lineWidth = isCritical ? 2.4 : 1;
    pen.strokeStyle = colour(isCritical ? "--accent-fill" : "--line-strong");
    pen.stroke();
  }
}

function paintSheets(pen: CanvasRenderingContext2D, picture: Picture, colour: (name: string) => string): void {
  const { sheets, path, places, view } = picture;
  const onPath = new Set(path);
  const hasText = view.scale >= textScale;
  const fills = new Map(Object.entries(tones).map(([tone, name]) => [tone, colour(name)]));
  const [panel, ink, rim, accent] = ["--panel", "--ink", "--line-strong", "--accent-fill"].map(colour);
  pen.font = "500 11px Inter, sans-serif";
  pen.textBaseline = "middle";
  for (const { id, title, tone } of sheets) {
    const at = places.get(id);
    if (at === undefined || !isSeen(picture, at)) continue;
    const fill = fills.get(tone) ?? "";
    pen.fillStyle = hasText ? (panel ?? "") : fill;
    pen.fillRect(at.x, at.y, box.width, box.height);
    if (hasText || onPath.has(id)) {
      pen.lineWidth = onPath.has(id) ? 2 : 1;
      pen.strokeStyle = (onPath.has(id) ? accent : rim) ?? "";
      pen.strokeRect(at.x, at.y, box.width, box.height);
    }
    if (!hasText) continue;
    pen.fillStyle = fill;
    pen.fillRect(at.x, at.y, 4, box.height);
    pen.fillStyle = ink ?? "";
    pen.fillText(title.length > 24 ? `${title.slice(0, 23)}…` : title, at.x + 10, at.y + box.height / 2);
  }
}
