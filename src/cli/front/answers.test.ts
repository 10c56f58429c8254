import { expect, it } from "vitest";
import { answerIn } from "./answers.ts";

const line = (event: object): string => `${JSON.stringify(event)}\n`;

it("the answer of an agent with events is what it said last, without calls and without control characters", () => {
  const text =
    'half a line"}\n' +
    line({ type: "said", text: "I look." }) +
    line({ type: "did", tool: "read", detail: "a.ts" }) +
    line({ type: "said", text: "It is\n\u001b]0;x\u0007fine." }) +
    line({ type: "ended", good: true, text: "It is\n\u001b]0;x\u0007fine." });
  expect(answerIn({ form: { format: "tutti" }, text, offset: 900 })).toEqual(["It is", "\\u001b]0;x\\u0007fine."]);
});

it("the answer of an agent that prints prose is the end of it", () => {
  const text = Array.from({ length: 100 }, (_, at) => `${at}`).join("\n");
  const lines = answerIn({ form: { format: "text" }, text, offset: 0 });
  expect([lines[0], lines.at(-1), lines.length]).toEqual(["60", "99", 40]);
});

it("an agent that said nothing has no answer", () => {
  expect(answerIn({ form: { format: "tutti" }, text: line({ type: "started" }), offset: 0 })).toEqual([]);
});
