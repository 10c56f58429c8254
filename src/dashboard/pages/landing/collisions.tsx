import type { ReactNode } from "react";
import { Link } from "wouter";
import type { RadarName } from "../../../api/contract/landing.ts";
import { useAsk } from "../../kit/ask.ts";
import { Panel } from "../../kit/ui/parts.tsx";
import { isOfJobs } from "../../kit/stream/which-events.ts";
import { sheetHref } from "../../kit/words.ts";
import { type Matrix, type Met, matrixOf, nameOf, pairOf } from "./matrix.ts";

interface CollisionsProps {
  readonly repository: string;
  readonly names: ReadonlyMap<string, string>;
}

/** Each look merges work on trial, so it is not asked for after each event. */
const soonestMs = 5_000;

/** Which live sheets would not merge with each other, or with their target. */
export function Collisions({ repository, names }: CollisionsProps): ReactNode {
  const { data, error } = useAsk("radar.look", { folder: repository }, { hears: isOfJobs, soonestMs, everyMs: 30_000 });
  const matrix = data === undefined ? undefined : matrixOf(data);
  return (
    <Panel title="Collisions" count={data?.collisions.length}>
      {error === null ? null : <p className="nothing bad-text">{error.message}</p>}
      {matrix === undefined ? null : matrix.sheets.length === 0 ? (
        <p className="nothing dim">No live sheet has work yet that could collide.</p>
      ) : (
        <Grid matrix={matrix} names={names} />
      )}
    </Panel>
  );
}

function Legend(): ReactNode {
  return (
    <p className="legend faint">
      <i className="collides" /> collide <i className="meets" /> same files, merge <i className="unknown" /> not known
    </p>
  );
}

function Grid({ matrix, names }: { readonly matrix: Matrix; readonly names: CollisionsProps["names"] }): ReactNode {
  const { sheets, more, met } = matrix;
  const wordsOf = ({ job, sheet }: RadarName): string => `${sheet} (${names.get(job) ?? job})`;
  return (
    <div className="matrix" tabIndex={0} role="region" aria-label="Collisions of sheets, as a table">
      <table>
        <thead>
          <tr>
            <th scope="col" title="In the order that avoids most conflicts">
              Sheet
            </th>
            <th scope="col">target</th>
            {sheets.map((sheet, index) => (
              <th key={nameOf(sheet)} scope="col" title={wordsOf(sheet)}>
                {index + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheets.map((sheet, index) => (
            <tr key={nameOf(sheet)}>
              <th scope="row">
                <span className="faint mono">{index + 1}</span>{" "}
                <Link href={sheetHref(sheet.job, sheet.sheet)}>{sheet.sheet}</Link>{" "}
                <span className="faint">{names.get(sheet.job) ?? sheet.job}</span>
              </th>
              <Cell of={met.get(pairOf(nameOf(sheet), ""))} />
              {sheets.map((other) =>
                other === sheet ? (
                  <td key={nameOf(other)} className="self" />
                ) : (
                  <Cell key={nameOf(other)} of={met.get(pairOf(nameOf(sheet), nameOf(other)))} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend />
      {more === 0 ? null : <p className="faint">{more} more sheets have work</p>}
      <Pairs matrix={matrix} wordsOf={wordsOf} />
    </div>
  );
}

function Cell({ of }: { readonly of: Met | undefined }): ReactNode {
  if (of === undefined) return <td />;
  return (
    <td className={of.kind} title={of.words}>
      <span className="hidden">{of.kind}</span>
    </td>
  );
}

/** The text of the cells, for those who can't point at them. */
function Pairs({
  matrix: { sheets, met },
  wordsOf,
}: {
  readonly matrix: Matrix;
  readonly wordsOf: (of: RadarName) => string;
}): ReactNode {
  const targets = sheets.map((one) => ({
    words: `${wordsOf(one)} and its target`,
    of: met.get(pairOf(nameOf(one), "")),
  }));
  const pairs = sheets.flatMap((one, index) =>
    sheets.slice(index + 1).map((other) => ({
      words: `${wordsOf(one)} and ${wordsOf(other)}`,
      of: met.get(pairOf(nameOf(one), nameOf(other))),
    })),
  );
  const bad = [...targets, ...pairs].filter(({ of }) => of !== undefined && of.kind !== "meets");
  if (bad.length === 0) return <p className="dim">All of it merges.</p>;
  return (
    <ul>
      {bad.slice(0, 20).map(({ words, of }) => (
        <li key={words}>
          <span>{words}</span> <span className="dim">{of?.words}</span>
        </li>
      ))}
      {bad.length <= 20 ? null : <li className="faint">{bad.length - 20} more</li>}
    </ul>
  );
}
