import { usualMessage } from "../../plan/landing-plan.ts";
import type { MessagePlan } from "../../plan/landing-plan.ts";
import type { WrittenCommit } from "../../schema/commit.ts";
import type { KeyPath } from "../../source/place.ts";

/** Commit messages, each kept once. */
export interface MessageTable {
  /** Place of what the score and one of its sheets say together. */
  place(ofScore: WrittenCommit | undefined, ofSheet: WrittenCommit | undefined, index: number): number;
  all(): readonly MessagePlan[];
  /** Where a key of a message was written first. */
  originOf(place: number, key: string): KeyPath;
}

interface Origin {
  readonly index: number;
  readonly ofSheet: WrittenCommit;
}

export function messageTable(): MessageTable {
  const messages: MessagePlan[] = [];
  const origins: Origin[] = [];
  const places = new Map<string, number>();
  return {
    place(ofScore = {}, ofSheet = {}, index) {
      const message = messagePlan(ofScore, ofSheet);
      const key = JSON.stringify(message);
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, messages.length);
      messages.push(message);
      origins.push({ index, ofSheet });
      return messages.length - 1;
    },
    all: () => messages,
    originOf(place, key) {
      const { index = 0, ofSheet = {} } = origins[place] ?? {};
      const [first = "", ...rest] = key.split(".");
      const isOwn =
        first === "trailers" ? Object.hasOwn(ofSheet.trailers ?? {}, rest.join(".")) : Object.hasOwn(ofSheet, first);
      return [
        ...(isOwn ? ["sheets", index] : []),
        "commit",
        first,
        ...rest.map((step) => (first === "co_authors" ? Number(step) : step)),
      ];
    },
  };
}

/** The sheet's keys go before the score's; trailers are keys too. */
function messagePlan(ofScore: WrittenCommit, ofSheet: WrittenCommit): MessagePlan {
  const { type, scope, summary, body, co_authors: coAuthors } = { ...ofScore, ...ofSheet };
  return {
    type: type ?? usualMessage.type,
    scope: scope ?? usualMessage.scope,
    summary: summary ?? usualMessage.summary,
    body: body ?? usualMessage.body,
    trailers: { ...ofScore.trailers, ...ofSheet.trailers },
    coAuthors: coAuthors ?? usualMessage.coAuthors,
  };
}
