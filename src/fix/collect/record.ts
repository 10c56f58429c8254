import { allFindings } from "../choose/reported-by.ts";
import type { FixRecord } from "../model.ts";
import { shownTool } from "../tool-folder.ts";
import type { FixMade } from "./prepare.ts";

/** The record that is kept with the job of `tutti fix`. */
export function recordOf({ ground, tools, collected, groups, leftOut, score, decided, isInImage }: FixMade): FixRecord {
  const broken = [
    ...collected.flatMap((one) => (one.kind === "failed" ? [{ tool: shownTool(one.tool), why: one.why }] : [])),
    ...tools.unused.flatMap(({ name, why, isWanted }) => (isWanted ? [{ tool: name, why }] : [])),
  ];
  const whole: FixRecord = {
    version: 1,
    commit: ground.commit,
    tools: collected.flatMap((one) => (one.kind === "read" ? [one.tool] : [])),
    findings: allFindings(collected),
    leftOut,
    sheets: score?.sheets ?? [],
    ignore: decided.options.ignore,
    ...(broken.length === 0 ? {} : { broken }),
    ...(isInImage ? { isInImage } : {}),
  };
  return JSON.stringify(whole).length <= mostOfRecord
    ? whole
    : { ...whole, findings: groups.flatMap(({ findings }) => findings), isCut: true };
}

/** A message to the conductor holds four times as much, and a score besides. */
const mostOfRecord = 2 * 1024 * 1024;
