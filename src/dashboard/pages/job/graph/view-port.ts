export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Which part of the plane is seen: a point of the plane is drawn at `point * scale + (x, y)`. */
export interface ViewPort extends Point {
  readonly scale: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const [least, most] = [0.02, 3] as const;

/** All points are in sight. */
export function fitted(points: Iterable<Point>, cell: Size, screen: Size): ViewPort {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + cell.width);
    bottom = Math.max(bottom, y + cell.height);
  }
  if (left === Infinity) return { x: 0, y: 0, scale: 1 };
  const [width, height] = [right - left, bottom - top];
  const margin = 24;
  const scale = Math.min(
    1,
    Math.max(least, Math.min((screen.width - margin) / width, (screen.height - margin) / height)),
  );
  return {
    scale,
    x: (screen.width - width * scale) / 2 - left * scale,
    y: (screen.height - height * scale) / 2 - top * scale,
  };
}

/** The point under the pointer stays there. */
export function zoomed(view: ViewPort, at: Point, by: number): ViewPort {
  const scale = Math.min(most, Math.max(least, view.scale * by));
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

export function inPlane(view: ViewPort, at: Point): Point {
  return { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale };
}
