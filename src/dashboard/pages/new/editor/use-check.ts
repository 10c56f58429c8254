import { useEffect, useState } from "react";
import type { ScoreAnswer } from "../../../../api/contract/score.ts";
import { call } from "../../../kit/calls/call.ts";

/** A person who writes pauses no longer than that between letters. */
const pauseMs = 250;

/** The conductor's reading of the score, each time it or the folder has changed. `null`: not known yet. */
export function useCheck(text: string, folder: string): ScoreAnswer | null {
  const [answer, setAnswer] = useState<ScoreAnswer | null>(null);
  useEffect(() => {
    setAnswer(null);
    if (text.trim() === "" || folder.trim() === "") return;
    let isOld = false;
    const check = async (): Promise<void> => {
      const found = await call("score.check", { score: { path: null, baseDir: folder, text }, folder });
      if (!isOld) setAnswer(found);
    };
    const timer = setTimeout(() => {
      check().catch((fault: unknown) => {
        const problem = {
          severity: "error",
          code: "",
          line: 1,
          column: 1,
          path: "",
          file: null,
          message: String(fault),
        } as const;
        if (!isOld) setAnswer({ problems: [problem], plan: null });
      });
    }, pauseMs);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [text, folder]);
  return answer;
}
