import { basename, dirname, join } from "node:path";

/** A file in which a log goes on. Its name says at which byte of the log it begins. */
export interface LogPart {
  readonly path: string;
  readonly from: number;
}

/** `stdout.log` goes on in `stdout.from-1000.log`. */
export function logPart(log: string, from: number): LogPart {
  const { stem, ending } = cut(log);
  return { path: join(dirname(log), `${stem}.from-${from}${ending}`), from };
}

/** Those of a log among the names in its folder, in order. */
export function logPartsAmong(log: string, names: readonly string[]): readonly LogPart[] {
  const { stem, ending } = cut(log);
  const prefix = `${stem}.from-`;
  return names
    .filter(
      (name) =>
        name.startsWith(prefix) &&
        name.endsWith(ending) &&
        /^(?:0|[1-9]\d{0,14})$/.test(name.slice(prefix.length, name.length - ending.length)),
    )
    .map((name) => logPart(log, Number(name.slice(prefix.length, name.length - ending.length))))
    .sort((one, other) => one.from - other.from);
}

function cut(log: string): { stem: string; ending: string } {
  const ending = log.endsWith(".log") ? ".log" : "";
  return { stem: basename(log, ending), ending };
}
