import type { AgentEvent } from "../../agent-event.ts";
import type { OutputForm } from "../../profiles/schema/profile.ts";
import { ended, failed, said } from "../events.ts";
import { asFields, type Fields, numberAt, statusAt, textAt, valueAt } from "../fields.ts";

interface ObjectReader {
  object(object: Fields): readonly AgentEvent[];
  end(): readonly AgentEvent[];
}

/** Finds events at the places that a profile names. */
export function objectReader(form: OutputForm): ObjectReader {
  let isStarted = false;
  let hasFailed = false;
  let lastText: string | null = null;
  return {
    object: (object) => {
      const session = textIn(object, form.session);
      const model = textIn(object, form.model);
      const text = textIn(object, form.text);
      const problem = problemOf(valueIn(object, form.error));
      const isNews = !isStarted || session !== null || model !== null;
      isStarted = true;
      hasFailed ||= problem !== null;
      lastText = text ?? lastText;
      const started: readonly AgentEvent[] = isNews ? [{ kind: "started", session, model }] : [];
      return [...started, ...said(text), ...spent(form, object), ...(problem === null ? [] : [failed(problem, true)])];
    },
    // It has no end event; the expected text counts as one.
    end: () => {
      const isWaiting = form.text !== undefined && lastText === null && !hasFailed;
      return !isStarted || isWaiting ? [] : [ended(!hasFailed, lastText)];
    },
  };
}

function valueIn(object: Fields, place: string | undefined): unknown {
  return place === undefined ? null : valueAt(object, ...place.split("."));
}

function textIn(object: Fields, place: string | undefined): string | null {
  return textAt({ found: valueIn(object, place) }, "found");
}

/** Text, or an object with a message; `false`, `null` and "" are no error. */
function problemOf(error: unknown): Parameters<typeof failed>[0] | null {
  if (typeof error === "string") return error === "" ? null : { message: error };
  const told = asFields(error);
  if (told === null) return error === true ? { message: "" } : null;
  const status = statusAt(told, "status") ?? statusAt(told, "statusCode") ?? statusAt(told, "code");
  return {
    status,
    type: textAt(told, "type") ?? textAt(told, "name") ?? textAt(told, "code"),
    message: textAt(told, "message") ?? "",
  };
}

/** Totals: the last one counts. */
function spent(form: OutputForm, object: Fields): readonly AgentEvent[] {
  const [usd, ...tokens] = [
    form.usd,
    form.input_tokens,
    form.output_tokens,
    form.cache_read_tokens,
    form.cache_write_tokens,
  ].map((place) => numberAt({ found: valueIn(object, place) }, "found"));
  if ([usd, ...tokens].every((number) => number === null || number === undefined)) return [];
  const [inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0] = tokens.map((count) =>
    Math.max(0, count ?? 0),
  );
  return [
    {
      kind: "spent",
      scope: "total",
      usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, usd: usd ?? null },
    },
  ];
}
