import type { Files } from "../../kit/repository.ts";

/** The material of the examples: a small library with a test, some prose and a linter. */
export const library: Files = {
  "README.md": "# Text tools\n\nSmall functions for text.\n",
  "package.json": '{ "name": "text-tools", "version": "1.4.0", "type": "module" }\n',
  "src/slug.js": 'export function slug(text) {\n  return text.trim().toLowerCase().split(" ").join("-");\n}\n',
  "src/words.js": "// TODO: other languages\nexport function words(text) {\n  return text.trim().split(/\\s+/);\n}\n",
  "test/slug.test.js":
    'import { equal } from "node:assert/strict";\nimport { test } from "node:test";\nimport * as tools from "../src/slug.js";\n\n' +
    'test("a slug has hyphens for blanks", () => equal(Object.values(tools)[0]("A Text"), "a-text"));\n',
  "tools/lint.js": 'console.log("W1 src/words.js line 1: a comment that says to do something");\n',
  "docs/papers.md": "Paper A\nPaper B\n",
  "messages/en.txt": Array.from({ length: 12 }, (_, index) => `Message ${index + 1}\n`).join(""),
};
