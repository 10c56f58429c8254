import { shown, textOf } from "../file-place.ts";
import type { RunCheck } from "../place.ts";

export const runContentContains: RunCheck<"content_contains"> = async ({ path, text }, place) => {
  const content = await textOf(place, path);
  if (content.kind === "failure") return content.failure;
  return content.text.includes(text)
    ? undefined
    : { reason: `${shown(path)} does not contain ${JSON.stringify(text)}` };
};
