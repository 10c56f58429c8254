import { dirname, join } from "node:path";
import type { LogForm, LogTime } from "../../../api/contract/sheet.ts";
import type { EpochMs } from "../../../base/ids.ts";
import { openLog } from "./log-file.ts";

export interface LogIndexView {
  readonly form: LogForm;
  readonly times: readonly LogTime[];
}

/** A day's run has less than this. An agent can write beside its context, so more is not read. */
const mostBytes = 1024 * 1024;

/** The index of a log, kept beside its bytes; logs of earlier versions have none. */
export async function readIndex(
  log: string,
  piece: { readonly from: number; readonly to: number },
): Promise<LogIndexView> {
  const file = await openLog(join(dirname(log), "stdout.index"));
  if (file === undefined) return { form: plain, times: [] };
  try {
    const [first = "", ...lines] = (await file.read(0, mostBytes)).toString("utf8").split("\n");
    const times = lines.flatMap(timeIn);
    // The last one before the piece says when it began.
    const before = times.findLastIndex(([place]) => place <= piece.from);
    return { form: formIn(first), times: times.slice(Math.max(0, before)).filter(([place]) => place < piece.to) };
  } finally {
    await file.close();
  }
}

const plain: LogForm = { format: "text" };

function formIn(line: string): LogForm {
  try {
    const value: unknown = JSON.parse(line);
    const isForm = typeof value === "object" && value !== null && "format" in value;
    return isForm && Object.values(value).every((place) => typeof place === "string") ? (value as LogForm) : plain;
  } catch {
    return plain;
  }
}

function timeIn(line: string): readonly LogTime[] {
  const [, place, at] = /^(\d{1,15}) (\d{1,15})$/.exec(line) ?? [];
  return place === undefined || at === undefined ? [] : [[Number(place), Number(at) as EpochMs]];
}
