import type { ReactNode } from "react";
import type { ConflictView } from "../../../api/contract/landing/review.ts";
import { plural } from "../../../base/text.ts";
import "./three-sides.css";

/** Further places are shown by their number: comparing hundreds side by side is useless. */
const mostPlaces = 50;
const sides = [
  { key: "base", title: "before both", tone: "dim" },
  { key: "ours", title: "the target", tone: "bad-text" },
  { key: "theirs", title: "this sheet", tone: "good-text" },
] as const;

/** Places that a result and its target changed in different ways, as base, target and result have them. */
export function ThreeSides({ conflicts }: { readonly conflicts: readonly ConflictView[] }): ReactNode {
  const places = conflicts.flatMap(({ path, regions }) => regions.map((region) => ({ path, region })));
  if (places.length === 0) return null;
  const left = places.length - mostPlaces;
  return (
    <section className="panel three-sides" aria-label="Changed on both sides">
      <header>
        <h2>Changed on both sides</h2>
        <span className="count">{places.length}</span>
      </header>
      {places.slice(0, mostPlaces).map(({ path, region }) => (
        <article key={`${path}:${String(region.line)}`} aria-label={`${path}:${String(region.line)}`}>
          <h3 className="mono">
            {path}:{region.line}
          </h3>
          <div>
            {sides.map(({ key, title, tone }) => (
              <figure key={key}>
                <figcaption className="dim">{title}</figcaption>
                <pre
                  className={`mono ${tone}`}
                  tabIndex={0}
                  role="region"
                  aria-label={`${title}, ${path}:${String(region.line)}`}
                >
                  {region[key].length === 0 ? "(nothing)" : region[key].join("\n")}
                </pre>
              </figure>
            ))}
          </div>
        </article>
      ))}
      {left > 0 ? <p className="faint">{plural(left, "more place")}: tutti review --json has all of them.</p> : null}
    </section>
  );
}
