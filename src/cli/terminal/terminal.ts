import picocolors from "picocolors";

/**
 * Where a command writes. Results go to `out`, everything else to `err`, so that a pipe gets only what was asked for.
 */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Writes to `err` as it is, for the live view. */
  readonly raw: (text: string) => void;
  /** A person watches `err`, and lines there may be painted over. */
  readonly isLive: boolean;
  readonly columns: () => number;
  /** Columns of what results are written to; `undefined`, or absent: no terminal, and nothing is to be cut to fit. */
  readonly outColumns?: () => number | undefined;
  readonly rows: () => number;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

export function makeTerminal(host: Pick<NodeJS.Process, "stdout" | "stderr" | "env">): Terminal {
  const { stdout, stderr, env } = host;
  const isLive = stderr.isTTY && env["TERM"] !== "dumb" && env["CI"] === undefined;
  // https://no-color.org: any value but the empty one turns colours off. A pipe's `isTTY` is undefined, which
  // picocolors takes for "find out yourself": it would then follow the environment of this process.
  const isPainted =
    [stdout, stderr].every(({ isTTY }) => isTTY) && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  const colors = picocolors.createColors(isPainted);
  return {
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    raw: (text) => void stderr.write(text),
    isLive,
    columns: () => stderr.columns,
    // Some terminals say that they have no size.
    outColumns: () => (stdout.isTTY && stdout.columns > 0 ? stdout.columns : undefined),
    rows: () => stderr.rows,
    green: colors.green,
    red: colors.red,
    yellow: colors.yellow,
    dim: colors.dim,
    bold: colors.bold,
  };
}
