import { createInterface } from "node:readline";
import type { Tutti } from "../../../api/tutti.ts";
import type { JobId } from "../../../base/ids.ts";
import { visible } from "../../../base/text.ts";
import { newKey } from "../../ask.ts";
import { environmentHere } from "../../setting.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { backLine, trialLines } from "./lines.ts";
import type { ReviewActs } from "./walk.ts";

/** A person's decisions, as calls. `begun`: jobs that go on because of them, each from a position of the journal. */
export function reviewActs(
  terminal: Terminal,
  tutti: Tutti,
  { folder, begun }: { readonly folder: string; readonly begun: Map<JobId, number> },
): ReviewActs {
  const environment = environmentHere();
  const goesOn = ({ job, position }: { readonly job: JobId; readonly position: number }): void => {
    // A later one speaks for both: it rests behind it.
    begun.set(job, position);
  };
  return {
    approve: async ({ job, sheet }) => {
      goesOn(await tutti.call("sheet.approve", { job, sheets: [sheet], environment, key: newKey() }));
      return `${terminal.green("approved")} ${visible(sheet)}: it lands when its turn comes`;
    },
    sendBack: async ({ job, sheet }, text) => {
      goesOn(await tutti.call("sheet.tell", { job, sheet, text, environment, key: newKey() }));
      return `${terminal.yellow("sent back")} ${visible(sheet)}: its agent goes on with it`;
    },
    drop: async ({ job, sheet }) => {
      await tutti.call("sheet.cancel", { job, sheet, key: newKey() });
      return `${terminal.red("dropped")} ${visible(sheet)}; its work is kept (tutti show, tutti restore, tutti retry)`;
    },
    try: async ({ job, sheet }) =>
      trialLines(terminal, await tutti.call("review.try", { job, sheet, folder, key: newKey() })).join("\n"),
    back: async () => backLine(await tutti.call("review.back", { folder, key: newKey() })),
    show: ({ job, sheet }) => tutti.call("review.show", { job, sheet }),
  };
}

/** The person at this terminal. */
interface Person {
  /** The person's next line; `null`: there are no more lines. Lines typed ahead count. */
  readonly ask: (question: string) => Promise<string | null>;
  readonly leave: () => void;
}

export function personHere(streams: {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}): Person {
  const reading = createInterface(streams);
  const lines = reading[Symbol.asyncIterator]();
  let isOver = false;
  reading.once("close", () => {
    isOver = true;
  });
  return {
    ask: async (question) => {
      // Where the input has ended, what was typed before that is still to be heard.
      if (isOver) streams.output.write(question);
      else {
        reading.setPrompt(question);
        reading.prompt();
      }
      const next = await lines.next();
      return next.done === true ? null : next.value;
    },
    leave: () => {
      reading.close();
    },
  };
}
