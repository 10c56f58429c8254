import type { ReactNode } from "react";
import { WindowVirtualizer } from "virtua";
import "./table.css";

export interface Column<T> {
  readonly name: string;
  /** As a track of a grid. */
  readonly width: string;
  readonly isNumber?: true;
  /** Left out where there is no room for it. */
  readonly isExtra?: true;
  readonly cell: (row: T) => ReactNode;
}

interface TableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
}

/** Rows that are in sight are in the page; of ten thousand others there is only the space that they take. */
export function Table<T>({ label, columns, rows, keyOf }: TableProps<T>): ReactNode {
  const tracks = (some: readonly Column<T>[]): string => some.map(({ width }) => width).join(" ");
  const style = {
    "--tracks": tracks(columns),
    "--few-tracks": tracks(columns.filter(({ isExtra }) => isExtra !== true)),
  } as Readonly<Record<string, string>>;
  return (
    <div className="table panel" role="table" aria-label={label} aria-rowcount={rows.length + 1} style={style}>
      <div role="rowgroup">
        <div role="row" className="head">
          {columns.map((column) => (
            <span key={column.name} role="columnheader" className={classOf(column)}>
              {column.name}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        <WindowVirtualizer data={rows} itemSize={36}>
          {(row) => (
            <div role="row" key={keyOf(row)}>
              {columns.map((column) => (
                <span key={column.name} role="cell" className={classOf(column)}>
                  {column.cell(row)}
                </span>
              ))}
            </div>
          )}
        </WindowVirtualizer>
      </div>
    </div>
  );
}

function classOf({ isNumber, isExtra }: Pick<Column<never>, "isNumber" | "isExtra">): string {
  return `${isNumber === true ? "right" : ""} ${isExtra === true ? "extra" : ""}`;
}
