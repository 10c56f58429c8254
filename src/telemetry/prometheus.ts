import { bounds, type Figure } from "./figures.ts";
import type { Attributes } from "./spans.ts";

/** Figures in the text format that Prometheus reads. */
export function prometheusText(figures: readonly Figure[]): string {
  return figures.map(linesOf).join("");
}

function linesOf({ name, about, unit, kind, points }: Figure): string {
  const unitName = unit === "s" ? "_seconds" : unit === "USD" ? "_usd" : "";
  const plain = `${name.replaceAll(".", "_")}${unitName}`;
  const full = kind === "sum" ? `${plain}_total` : plain;
  const head = `# HELP ${full} ${about}\n# TYPE ${full} ${kind === "sum" ? "counter" : kind}\n`;
  const lines = points.flatMap(({ attributes, value, buckets }) => {
    if (buckets === undefined) return [`${full}${labels(attributes)} ${String(value)}`];
    let below = 0;
    const counted = [...bounds.map(String), "+Inf"].map((bound, place) => {
      below += buckets[place] ?? 0;
      return `${full}_bucket${labels({ ...attributes, le: bound })} ${String(below)}`;
    });
    return [
      ...counted,
      `${full}_sum${labels(attributes)} ${String(value)}`,
      `${full}_count${labels(attributes)} ${String(below)}`,
    ];
  });
  return `${head}${lines.join("\n")}\n`;
}

function labels(attributes: Attributes): string {
  const written = Object.entries(attributes).map(([name, value]) => {
    const text = String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
    return `${name.replaceAll(".", "_")}="${text}"`;
  });
  return written.length === 0 ? "" : `{${written.join(",")}}`;
}
