import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { Params } from "../../../../api/tutti.ts";
import { plural } from "../../../../base/text.ts";
import { useNews } from "../../../kit/ask.ts";
import { call } from "../../../kit/calls/call.ts";
import { spaced } from "../../../kit/stream/spaced.ts";
import { bytesText } from "../../../kit/words.ts";
import { Button, Empty, Problem } from "../../../kit/ui/parts.tsx";
import { blockBytes, overlapBytes, ownBytes, plainText } from "./blocks.ts";

export type RangeAsked = Pick<Params<"sheet.logs">, "job" | "sheet" | "attempt" | "stream" | "validation">;

interface RangesProps {
  readonly asked: RangeAsked;
  readonly label: string;
}

/** Growth is looked for no more often. */
const growthMs = 1_000;

/** A log of any size, as text: what is in sight is read from the conductor by range, and nothing else. */
export function Ranges({ asked, label }: RangesProps): ReactNode {
  const name = JSON.stringify(asked);
  const [size, setSize] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const list = useRef<VListHandle>(null);
  const look = useRef<() => void>(() => undefined);
  useEffect(() => {
    setSize(null);
    const measure = async (): Promise<void> => setSize((await piece(asked, -1, 1))?.size ?? 0);
    look.current = spaced(growthMs, () => measure().catch((fault: unknown) => setError(String(fault))));
    look.current();
  }, [name]);
  useNews(({ events, activities }) => {
    const isOwn = (one: { readonly job: string | null; readonly sheet: string | null }): boolean =>
      one.job === asked.job && one.sheet === asked.sheet;
    if (events.some(isOwn) || activities.some(isOwn)) look.current();
  });
  if (error !== null) return <Problem error={{ message: error, hint: null }} />;
  if (size === null) return <p className="loading faint">Loading …</p>;
  if (size === 0) return <Empty title="It printed nothing that was kept" />;
  const blocks = Array.from({ length: Math.ceil(size / blockBytes) }, (_, place) => place);
  // A list of its own height would have none here.
  const isShort = blocks.length < 3;
  const blockAt = (place: number): ReactElement => (
    <Block key={place} asked={asked} place={place} isLast={place === blocks.length - 1} size={size} />
  );
  return (
    <div className="ranges">
      <p className="log-tools faint">
        {bytesText(size)}
        {isShort ? null : (
          <>
            , read as you scroll
            <Button look="quiet" onClick={() => list.current?.scrollToIndex(0)}>
              To the beginning
            </Button>
            <Button look="quiet" onClick={() => list.current?.scrollToIndex(blocks.length - 1, { align: "end" })}>
              To the end
            </Button>
          </>
        )}
      </p>
      <div
        className={`panel log-box ${isShort ? "short" : ""}`}
        tabIndex={0}
        role="group"
        aria-label={`${label}, ${plural(blocks.length, "block")}`}
      >
        {isShort ? (
          blocks.map(blockAt)
        ) : (
          <VList ref={list} data={blocks} itemSize={4_000}>
            {blockAt}
          </VList>
        )}
      </div>
    </div>
  );
}

interface BlockProps {
  readonly asked: RangeAsked;
  readonly place: number;
  readonly isLast: boolean;
  readonly size: number;
}

function Block({ asked, place, isLast, size }: BlockProps): ReactNode {
  const [text, setText] = useState<string | null>(null);
  const end = isLast ? size : 0;
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const found = await piece(asked, place * blockBytes, blockBytes + overlapBytes);
      if (isCurrent) setText(found === null ? "" : plainText(ownBytes(bytesOf(found.base64 ?? ""), place === 0)));
    };
    read().catch((fault: unknown) => isCurrent && setText(String(fault)));
    return () => {
      isCurrent = false;
    };
  }, [place, end]);
  return <pre className={text === null ? "text block unread" : "text block"}>{text ?? "…"}</pre>;
}

function piece(asked: RangeAsked, offset: number, limit: number) {
  return call("sheet.logs", { ...asked, folder: "/", offset, limit, bytes: true });
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}
