import { type DiffFile, DiffModeEnum, DiffView, SplitSide } from "@git-diff-view/react";
import "@git-diff-view/react/styles/diff-view-pure.css";
import { type ReactNode, useMemo, useState } from "react";
import { useTheme } from "../../../kit/theme.ts";
import { Button } from "../../../kit/ui/parts.tsx";
import type { Comment } from "./comments.ts";
import type { FilePatch } from "./patch.ts";

interface FileDiffProps {
  readonly file: FilePatch;
  readonly isSplit: boolean;
  readonly comments: readonly Comment[];
  readonly onAdd: (comment: Comment) => void;
  readonly onRemove: (comment: Comment) => void;
}

/** More would keep the page from answering: a person asks for it. */
const mostChars = 300_000;

export function FileDiff({ file, isSplit, comments, onAdd, onRemove }: FileDiffProps): ReactNode {
  const theme = useTheme();
  const [isWanted, setWanted] = useState(file.text.length <= mostChars);
  const data = useMemo(
    () => ({
      oldFile: { fileName: file.oldPath },
      newFile: { fileName: file.path },
      hunks: [file.text],
    }),
    [file.oldPath, file.path, file.text],
  );
  const at = (side: Comment["side"]): Record<string, { data: readonly Comment[] }> =>
    Object.fromEntries(
      [
        ...Map.groupBy(
          comments.filter((one) => one.side === side),
          ({ line }) => line,
        ),
      ].map(([line, some]) => [line, { data: some }]),
    );
  return (
    <article className="panel file-diff">
      <header>
        <h2 className="mono">{file.path}</h2>
      </header>
      {!file.text.includes("\n@@ ") ? <p className="nothing dim">Content without lines, or only a mode.</p> : null}
      {isWanted ? null : (
        <p className="nothing">
          <Button onClick={() => setWanted(true)}>Show a long diff</Button>
        </p>
      )}
      {isWanted && file.text.includes("\n@@ ") ? (
        <DiffView<readonly Comment[]>
          data={data}
          diffViewMode={isSplit ? DiffModeEnum.Split : DiffModeEnum.Unified}
          diffViewTheme={theme}
          diffViewHighlight
          diffViewWrap={!isSplit}
          diffViewAddWidget
          diffViewFontSize={12}
          extendData={{ oldFile: at("old"), newFile: at("new") }}
          renderExtendLine={({ data: some }) => <Comments comments={some} onRemove={onRemove} />}
          renderWidgetLine={({ diffFile, side, lineNumber, onClose }) => (
            <Writing
              onClose={onClose}
              onAdd={(text) => {
                const which = side === SplitSide.old ? "old" : "new";
                onAdd({
                  path: file.path,
                  side: which,
                  line: lineNumber,
                  code: codeAt(diffFile, which, lineNumber),
                  text,
                });
              }}
            />
          )}
        />
      ) : null}
    </article>
  );
}

function codeAt(diffFile: DiffFile, side: Comment["side"], line: number): string {
  const found = side === "old" ? diffFile.getOldPlainLine(line) : diffFile.getNewPlainLine(line);
  return found.value.trimEnd();
}

function Comments({
  comments,
  onRemove,
}: {
  readonly comments: readonly Comment[];
  readonly onRemove: (one: Comment) => void;
}): ReactNode {
  return (
    <div className="comments">
      {comments.map((comment) => (
        <div key={comment.text} className="comment">
          <p>{comment.text}</p>
          <Button look="quiet" onClick={() => onRemove(comment)}>
            Remove
          </Button>
        </div>
      ))}
    </div>
  );
}

function Writing({
  onAdd,
  onClose,
}: {
  readonly onAdd: (text: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [text, setText] = useState("");
  const add = (): void => {
    onAdd(text);
    onClose();
  };
  return (
    <div className="comments">
      <textarea
        rows={3}
        autoFocus
        aria-label="Comment on this line"
        placeholder="What should change here?"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && text.trim() !== "") add();
        }}
      />
      <p>
        <Button look="primary" disabled={text.trim() === ""} onClick={add}>
          Add comment
        </Button>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </p>
    </div>
  );
}
