import { useEffect, useRef, useState } from "react";
import type { LogPiece } from "../../../../api/contract/sheet.ts";
import type { JobId } from "../../../../base/ids.ts";
import { useNews } from "../../../kit/ask.ts";
import { call } from "../../../kit/calls/call.ts";
import { spaced } from "../../../kit/stream/spaced.ts";

export interface WhichLog {
  readonly job: JobId;
  readonly sheet: string;
  readonly attempt: number;
  readonly stream: "stdout" | "stderr";
}

/** A log of any length is begun so far from its end, and read piece by piece. */
const firstBytes = 400_000;
const pieceBytes = 200_000;
const soonestMs = 400;

export interface LogReading {
  /** Bytes before the first piece that were not read. */
  readonly skipped: number;
  readonly error: string | null;
  readonly isEmpty: boolean;
}

interface LogTaker {
  /** Gets each piece once, in order; `null`: what it has is of another log. */
  readonly take: (piece: LogPiece | null) => void;
  /** Where to begin; `null`: near the end. */
  readonly from?: () => number | null;
}

/** Reads a log to its end and goes on as it grows. */
export function useLog({ job, sheet, attempt, stream }: WhichLog, taker: LogTaker): LogReading {
  const [reading, setReading] = useState<LogReading>({ skipped: 0, error: null, isEmpty: true });
  const latest = useRef(taker);
  latest.current = taker;
  const more = useRef<() => void>(() => undefined);
  useEffect(() => {
    let next = latest.current.from?.() ?? null;
    let isCurrent = true;
    if (next === null) latest.current.take(null);
    const read = async (): Promise<void> => {
      for (;;) {
        const offset = next ?? -firstBytes;
        const asked = { job, folder: "/", sheet, attempt, stream, offset, limit: pieceBytes };
        const piece: LogPiece | null = await call("sheet.logs", asked);
        if (piece === null || !isCurrent) return;
        if (next === null) setReading({ skipped: piece.offset, error: null, isEmpty: piece.size === 0 });
        const isMore = piece.next > (next ?? piece.offset);
        next = piece.next;
        if (isMore) {
          latest.current.take(piece);
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
