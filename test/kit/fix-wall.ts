import type { Files } from "./repository.ts";
import { eslintConfig } from "./fix-modules.ts";

/** The faults in the files of a package, by their kind. */
interface Kind {
  readonly ending: string;
  text(name: string): string;
}

/** Four of eslint's, two of which it fixes itself, and one of prettier's. */
const script: Kind = {
  ending: "js",
  text: (name) =>
    `var ${name} = 1;\nvar other = ${name} == 2;\nif (other) { debugger }\nvar unused = other == ${name};\nexport function of${name}(value) { return value == null ? ${name}   : other }\n`,
};

/** Two of stylelint's, both of which it fixes itself, one that it does not, and one of prettier's. */
const style: Kind = {
  ending: "css",
  text: (name) => `.${name} { color: #FFFFFF; margin: 0px }\n.${name} { color: #FFF }\n#${name} {}\n`,
};

/** One of prettier's. */
const data: Kind = { ending: "json", text: (name) => `{"name":"${name}",   "value":[1,2,\n3]}\n` };

const kinds = [script, script, script, style, data];

export interface Wall {
  readonly files: Files;
  /** All that a tool finds fault with. */
  readonly sources: readonly string[];
}

/** A repository with neglected packages. */
export function makeWall(packages: number, perPackage: number): Wall {
  const places = Array.from({ length: packages }, (_, which) => `packages/p${String(which)}`);
  const sources = places.flatMap((place) =>
    Array.from({ length: perPackage }, (_, number): readonly [string, string] => {
      const kind = kinds[number % kinds.length] ?? data;
      const name = `n${String(number)}`;
      return [`${place}/${name}.${kind.ending}`, kind.text(name)];
    }),
  );
  const rules = { "no-var": "error", eqeqeq: "error", "no-debugger": "error", "prefer-const": "error" };
  return {
    sources: sources.map(([path]) => path),
    files: {
      ...Object.fromEntries(sources),
      ...Object.fromEntries(
        places.map((place, which) => [`${place}/package.json`, json({ name: `p${String(which)}`, type: "module" })]),
      ),
      "package.json": json({ name: "wall", private: true, type: "module" }),
      "eslint.config.js": eslintConfig(rules).replace(
        '{ files: ["**/*.js"], rules: ',
        '{ files: ["packages/**/*.js"], rules: ',
      ),
      ".prettierrc": "{}\n",
      ".prettierignore": "eslint.config.js\n.tutti\n",
      ".stylelintrc.json": json({
        rules: { "color-hex-length": "short", "length-zero-no-unit": true, "block-no-empty": true },
      }),
      ".gitignore": "node_modules\n",
      "README.md": "# A wall\n",
    },
  };
}

/** As prettier writes it. */
function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Findings that tools can't fix by themselves, fixed by the letters of the files. */
export const wallAgent = `
import fs from "node:fs";
let prompt = "";
for await (const part of process.stdin) prompt += part;
for (const entry of fs.readdirSync("packages", { recursive: true, withFileTypes: true })) {
  const path = entry.parentPath + "/" + entry.name;
  if (!entry.isFile() || !prompt.includes(path)) continue;
  const text = fs.readFileSync(path, "utf8");
  const fixed = text
    .replaceAll(" == ", " === ").replaceAll(/^var /gm, "const ").replace(/if \\(other\\) \\{\\s*debugger;?\\s*\\}\\n*/, "")
    .replace(/\\n*#n\\d+ \\{\\s*\\}/, "");
  if (fixed !== text) fs.writeFileSync(path, fixed);
}
`;
