import { messageOf } from "../../base/error.ts";
import { allFindings } from "../../fix/choose/reported-by.ts";
import { survey } from "../../fix/collect/survey.ts";
import { openWorkshop } from "../../fix/collect/workshop.ts";
import type { Task } from "../../plan/draft/draft.ts";
import { proposalsFrom } from "../../plan/draft/improve-findings.ts";
import { equipped } from "../fix/equipped.ts";
import type { Workplace } from "../repositories/workplace.ts";
import { makeWaiting } from "../progress/waiting.ts";
import { settingFrom } from "../setting.ts";
import { stopSignal } from "../terminal/input.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface Place {
  readonly workplace: Workplace;
  readonly target: string | null;
  readonly json: boolean;
}

/** Improvements that the project's quality tools propose. A text says why none of them can be asked. */
export async function toolProposals(
  terminal: Terminal,
  { workplace, target, json }: Place,
): Promise<readonly Task[] | string> {
  const stop = stopSignal();
  const waiting = makeWaiting(terminal, json);
  waiting.begin("running the project's quality tools");
  try {
    const notice = (text: string): void => {
      terminal.err(terminal.yellow(prose(text)));
    };
    const { folder } = workplace;
    const opened = await openWorkshop(settingFrom(process.env), { folder, cancel: stop.signal, notice });
    const workshop = await equipped(opened, workplace);
    const { collected, files } = await survey(workshop, { folder, target });
    const failed = collected.flatMap((one) => (one.kind === "failed" ? [`${one.tool.name}: ${one.why}`] : []));
    for (const why of failed) notice(`a quality tool could not be asked for improvements: ${why}`);
    return proposalsFrom(allFindings(collected), new Set(files));
  } catch (error) {
    if (stop.signal.aborted) throw error;
    return messageOf(error);
  } finally {
    waiting.close();
    stop.release();
  }
}
