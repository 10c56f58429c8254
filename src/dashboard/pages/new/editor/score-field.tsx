import type { ReactNode } from "react";
import { useAsk } from "../../../kit/ask.ts";
import { lazily } from "../../../kit/lazily.tsx";
import { DryRun } from "./dry-run.tsx";
import { useCheck } from "./use-check.ts";

const Editor = lazily(async () => (await import("./editor.tsx")).Editor);

interface ScoreFieldProps {
  readonly text: string;
  readonly folder: string;
  readonly setText: (text: string) => void;
}

/** A score that is written here: with what it may say, what is wrong with it, and what it would do. */
export function ScoreField({ text, folder, setText }: ScoreFieldProps): ReactNode {
  const { data: schema } = useAsk("score.schema", {});
  const answer = useCheck(text, folder);
  return (
    <>
      <div>
        <span className="strong">Score</span>{" "}
        <span className="faint">YAML, as in a score's file; Ctrl+Space offers what may stand here</span>
        <Editor text={text} setText={setText} schema={schema ?? null} problems={answer?.problems ?? none} />
      </div>
      {text.trim() === "" ? null : <DryRun answer={answer} />}
    </>
  );
}

const none: readonly never[] = [];
