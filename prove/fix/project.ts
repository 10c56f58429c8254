import { join } from "node:path";
import { idsOf } from "../../src/fix/choose/groups.ts";
import { type FileFact, type Files, plainFile } from "../files.ts";
import { type Playground, makePlayground, startingFiles } from "../playground.ts";
import type { Chance } from "../seed.ts";
import type { Expectation } from "../sheets.ts";

/** How large a try is. */
export interface Size {
  readonly files: number;
  readonly atOnce: number;
}

/** A project with one file for each sheet, a tool of its own that finds fault with each, and an agent that mends it. */
export interface Project {
  /** What is committed at the beginning. */
  readonly base: Files;
  readonly expected: Expectation;
  /** Those that are mended, as they are before and after. */
  readonly mended: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
}

const tool = `LC_ALL=C grep -anHE 'BAD-[A-Z]+' -- "$@"; test $? -le 1\n`;

/**
 * Takes a while, by the letters of its file: no two end at the same time. One call mends all, so that a kill leaves it
 * done or undone.
 */
const agent = `file=$(grep -o 'src/d[0-9]*/f[0-9]*\\.txt' | head -n 1)
sleep "0.$(cksum < "$file" | cut -c 1)"
sed -i 's/BAD-[A-Z]*/good/' "$file"
`;

const settings = {
  tools: {
    marks: {
      command: ["sh", "tools/marks.sh"],
      pattern: String.raw`^(?P<file>[^:]+):(?P<line>\d+):(?P<code>BAD-[A-Z]+)(?P<message>.*)$`,
      reach: "file",
      files: ["*.txt"],
    },
  },
  agent: { command: ["sh", "tools/agent.sh"] },
  tests: "none",
};

export function drawProject(chance: Chance, { files }: Size): Project {
  const marks = Array.from({ length: files }, (_, place): readonly [string, string] => {
    const many = 1 + chance.whole(4);
    const lines = Array.from({ length: 12 }, (_unused, line) =>
      line % 3 === 0 && line < many * 3 ? `BAD-A ${String(place)}` : `line ${String(line)}`,
    );
    return [
      `src/d${String(place % 7)}/f${String(place).padStart(3, "0")}.txt`,
      `${lines.join("\n")}${chance.next() < 0.2 ? "" : "\n"}`,
    ];
  });
  const mended = new Map(
    marks.map(([path, before]) => [path, { before, after: before.replaceAll(/BAD-[A-Z]+/g, "good") }]),
  );
  const fixed = new Map<string, FileFact>([
    ["tools/marks.sh", plainFile(tool)],
    ["tools/agent.sh", plainFile(agent)],
    [".tutti/fix.yaml", plainFile(JSON.stringify(settings, undefined, 1))],
  ]);
  const base = new Map([...fixed, ...marks.map(([path, text]) => [path, plainFile(text)] as const)]);
  const paths = [...mended.keys()].sort();
  const ids = idsOf(paths);
  return {
    base,
    mended,
    expected: {
      files: new Map([
        ...startingFiles(base),
        ...[...mended].map(([path, { after }]) => [path, plainFile(after)] as const),
      ]),
      touched: new Map(paths.map((path, place) => [ids[place] ?? "", [path]])),
    },
  };
}

/** With a conductor of its own, and no settings but these. */
export async function makeGround({ base }: Project, containment: string): Promise<Playground> {
  const made = await makePlayground(base, "");
  const env = Object.fromEntries(Object.entries(made.env).filter(([name]) => name !== "TUTTI_LOCAL"));
  return { ...made, env: { ...env, XDG_CONFIG_HOME: join(made.folder, "config"), TUTTI_CONTAINMENT: containment } };
}

export function fixArgs({ atOnce }: Size): readonly string[] {
  return ["fix", "--json", "--parallel", String(atOnce), "--no-recheck"];
}
