import { expect, it } from "vitest";
import { makeFinding, makeGroup, makeMaterial, meantBy } from "../../../../test/kit/fix-prompt.ts";
import { maxScoreBytes, parseScore } from "../../../score/parse.ts";
import { scoreText } from "../../../score/print/score-text.ts";
import { makeResolver } from "../../../score/resolve/resolver.ts";
import { emptyScene } from "../../../score/resolve/scene.ts";
import { score as nativeScore } from "../../../score/schema/score.ts";
import { strategies } from "../../../score/plan/agents/strategy.ts";
import { type PromptMaterial, promptTemplate, roomFor, sharedTexts } from "./prompt.ts";

const ladder = ["minimal", "normal", "detailed", "verbose"] as const;

/** A score of such sheets, read again as a job reads it. */
function played(materials: readonly PromptMaterial[]): {
  readonly text: string;
  readonly prompt: (sheet: number, effort: number) => string;
} {
  const texts = sharedTexts();
  const sheets = materials.map((material, index) => ({
    id: `s${String(index)}`,
    prompt: promptTemplate({ ...material, ladder }, texts),
  }));
  const score = nativeScore.parse({ agent: "scripted", sheets, variables: {} });
  const text = scoreText({ score, variables: texts.variables() });
  const { plan } = parseScore(text, { path: "fix.yaml", baseDir: "/" });
  const resolver = makeResolver(plan);
  return {
    text,
    prompt: (sheet, effort) => {
      const found = plan.sheets[sheet];
      if (found === undefined) throw new Error("no such sheet");
      const resolved = resolver.prompt(found, { ...emptyScene("/w", "/c"), effort });
      return resolved.kind === "text" ? resolved.text.trimEnd() : `wrong: ${resolved.why}`;
    },
  };
}

it("the written score gives each attempt its exact prompt, for any content of findings and files", () => {
  const source = "a {{ 7*7 }}\r\n\t{% endraw %} \u001B \u202E ```\n  trailing  \n\n\n# {#";
  const findings = [
    makeFinding({ message: "{% raw %}\n```\n{{ x }} \u0085 \uFEFF", line: 1 }),
    makeFinding({ line: 2, code: "{{ sheet }}" }),
  ];
  const material = makeMaterial({ group: makeGroup(findings), context: () => source });
  const { prompt } = played([material]);
  for (const [effort, strategy] of strategies.entries()) expect(prompt(0, effort)).toBe(meantBy(material, strategy));
});

it("the prompts of 200 files with long lines in scripts of three bytes a letter fit into a score", () => {
  const materials = Array.from({ length: 200 }, (_, sheet) => {
    const findings = Array.from({ length: 40 }, (__, index) =>
      makeFinding({ file: `src/${String(sheet)}.ts`, line: index + 1, message: "漢".repeat(500) }),
    );
    return makeMaterial({
      group: makeGroup(findings),
      context: () => `${"字".repeat(200)}\n`.repeat(50),
      room: roomFor(200),
    });
  });
  const { text, prompt } = played(materials);
  expect(new TextEncoder().encode(text).length).toBeLessThan(maxScoreBytes);
  expect(prompt(199, 3)).toContain("39 findings more, in short:");
});
