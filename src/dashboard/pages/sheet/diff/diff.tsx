import { type ReactNode, useState } from "react";
import { plural } from "../../../../base/text.ts";
import { act, ActButton } from "../../../kit/act.tsx";
import { useAsk } from "../../../kit/ask.ts";
import { newKey } from "../../../kit/calls/call.ts";
import { bytesText } from "../../../kit/words.ts";
import { Empty, Problem } from "../../../kit/ui/parts.tsx";
import { isOfSheet } from "../../../kit/stream/which-events.ts";
import type { OneSheet } from "../one-sheet.ts";
import { briefOf, type Comment, keepComments, readComments } from "./comments.ts";
import { ThreeSides } from "../three-sides.tsx";
import { useLineKeys } from "./line-keys.ts";
import { FileDiff } from "./file-diff.tsx";
import { filesIn } from "./patch.ts";
import "./diff.css";

/** The change of the sheet. Comments on lines go back to the agent together, as the brief of its next attempt. */
export function Diff({ job, view }: OneSheet): ReactNode {
  const [isSplit, setSplit] = useState(() => window.innerWidth > 1100);
  const [comments, setComments] = useState(() => readComments(job, view.id));
  const { data, error } = useAsk("sheet.diff", { job, folder: "/", what: view.id }, { hears: isOfSheet(job, view.id) });
  // A result that waits for a person's word is shown with what its target changed meanwhile.
  const isWaiting = view.state === "captured" && view.isApproved === false;
  const review = useAsk("review.show", { job, sheet: view.id }, { isOff: !isWaiting });
  const [line, setLine] = useState("");
  useLineKeys(setLine);
  const change = (next: readonly Comment[]): void => {
    setComments(next);
    keepComments(job, view.id, next);
  };
  if (error !== null)
    return view.attempts === 0 || view.state === "running" ? (
      <Empty title="Nothing is captured yet">The diff is here when the agent has ended, or a snapshot was taken.</Empty>
    ) : (
      <Problem error={error} />
    );
  if (data === undefined) return <p className="loading faint">Loading …</p>;
  const files = filesIn(data.text ?? "");
  const isSentBack = view.state !== "landed" && view.state !== "done";
  const send = async (): Promise<void> => {
    const text = briefOf(comments);
    if (
      await act(
        "sheet.tell",
        { job, sheet: view.id, text, key: newKey() },
        `${plural(comments.length, "comment")} sent to the agent`,
      )
    )
      change([]);
  };
  return (
    <section className="diffs" aria-label="Diff">
      <div className="log-tools">
        <span className="dim">
          {plural(data.files.length, "file")} ·{" "}
          <span className="good-text">+{data.files.reduce((sum, { insertions }) => sum + (insertions ?? 0), 0)}</span>{" "}
          <span className="bad-text">-{data.files.reduce((sum, { deletions }) => sum + (deletions ?? 0), 0)}</span>
        </span>
        <label className="switch">
          <input type="checkbox" checked={isSplit} onChange={({ target }) => setSplit(target.checked)} /> side by side
        </label>
        {isSentBack ? (
          <span className="send">
            <span className="faint">
              {comments.length === 0
                ? `Press + at a line to comment on it${line === "" ? "" : ` (c: ${line})`}`
                : plural(comments.length, "comment")}
            </span>
            {comments.length === 0 ? null : (
              <ActButton look="primary" run={send}>
                Send back to the agent
              </ActButton>
            )}
          </span>
        ) : null}
      </div>
      {data.droppedBytes === 0 ? null : (
        <p className="warn-text">{bytesText(data.droppedBytes)} of the diff are too long to be shown.</p>
      )}
      {isWaiting && review.data !== undefined ? <ThreeSides conflicts={review.data.conflicts ?? []} /> : null}
      {files.length === 0 ? <Empty title="The sheet changed nothing" /> : null}
      {files.map((file) => (
        <FileDiff
          key={file.path}
          file={file}
          isSplit={isSplit}
          comments={comments.filter(({ path }) => path === file.path)}
          onAdd={(comment) => change([...comments, comment])}
          onRemove={(comment) => change(comments.filter((one) => one !== comment))}
        />
      ))}
    </section>
  );
}
