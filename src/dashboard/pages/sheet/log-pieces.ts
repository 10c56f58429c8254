import { useEffect, useRef, useState } from "react";
import type { LogPiece } from "../../../api/contract/sheet.ts";
import type { JobId } from "../../../base/ids.ts";
import { useNews } from "../../kit/ask.ts";
import { call } from "../../kit/call.ts";
import { spaced } from "../../kit/spaced.ts";

interface WhichLog {
  readonly job: JobId;
  readonly sheet: string;
  readonly attempt: number;
  readonly stream: "stdout" | "stderr";
}

/** A log of any length is begun so far from its end, and read piece by piece. */
const firstBytes = 400_000;
const pieceBytes = 400_000;
const soonestMs = 400;

export interface LogReading {
  /** Bytes before the first piece that were not read. */
  readonly skipped: number;
  readonly error: string | null;
  readonly isEmpty: boolean;
}

/** Reads a log to its end and goes on as it grows. `take` gets each piece once, in order; `null`: from the beginning again. */
export function useLog({ job, sheet, attempt, stream }: WhichLog, take: (piece: LogPiece | null) => void): LogReading {
  const [reading, setReading] = useState<LogReading>({ skipped: 0, error: null, isEmpty: true });
  const latest = useRef(take);
  latest.current = take;
  const more = useRef<() => void>(() => undefined);
  useEffect(() => {
    let next: number | null = null;
    let isCurrent = true;
    latest.current(null);
    const read = async (): Promise<void> => {
      for (;;) {
        const piece: LogPiece | null = await call("sheet.logs", {
          job,
          folder: "/",
          sheet,
          attempt,
          stream,
          offset: next ?? -firstBytes,
          limit: pieceBytes,
        });
        if (piece === null || !isCurrent) return;
        const isFirst = next === null;
        if (isFirst) setReading({ skipped: piece.offset, error: null, isEmpty: piece.size === 0 });
        const isMore = piece.next > (next ?? piece.offset);
        next = piece.next;
        if (isMore) {
          latest.current(piece);
          setReading((last) => ({ ...last, isEmpty: false }));
        }
        if (piece.next >= piece.size) return;
      }
    };
    more.current = spaced(soonestMs, () =>
      read().catch((error: unknown) => setReading((last) => ({ ...last, error: String(error) }))),
    );
    more.current();
    return () => {
      isCurrent = false;
    };
  }, [job, sheet, attempt, stream]);
  useNews(({ events, activities }) => {
    const isOwn = (one: { readonly job: string | null; readonly sheet: string | null }): boolean =>
      one.job === job && one.sheet === sheet;
    if (events.some(isOwn) || activities.some(isOwn)) more.current();
  });
  return reading;
}
