import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { git } from "../context/repository.ts";

/**
 * A project in which a small tool finds one thing wrong with each file, and an agent that takes its time to fix it.
 */
export interface FixProject {
  readonly files: readonly string[];
  /** Fixes the file that its prompt, or its argument, is about. */
  readonly agent: string;
}

/** As quality tools are run by a person: it costs little, so that what is measured is all that is around it. */
const lint = `for file; do grep -n BAD "$file" /dev/null | sed 's/^\\([^:]*\\):\\([0-9]*\\):.*/\\1:\\2: bad is written here [no-bad]/'; done; exit 0\n`;

export async function makeFixProject(
  folder: string,
  { count, agentSeconds }: { count: number; agentSeconds: number },
): Promise<FixProject> {
  const files = Array.from({ length: count }, (_, index) => `src/part-${String(index % 10)}/file-${String(index)}.txt`);
  for (const file of files) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), `first line of ${file}\nBAD\nlast line\n`);
  }
  const agent = join(folder, "..", "agent.sh");
  // Its prompt names the file in quotes; by hand it is told as an argument.
  writeFileSync(
    agent,
    `file=$\{1:-$(grep -o 'src/part-[0-9]*/file-[0-9]*.txt' | head -n 1)}\nsleep ${String(agentSeconds)}\nsed -i 's/BAD/good/' "$file"\n`,
  );
  mkdirSync(join(folder, ".tutti"), { recursive: true });
  mkdirSync(join(folder, "tools"), { recursive: true });
  writeFileSync(join(folder, "tools", "lint.sh"), lint);
  writeFileSync(
    join(folder, ".tutti", "fix.yaml"),
    `tools:\n  lint: { command: [sh, tools/lint.sh], format: lines, reach: file, files: ["*.txt"] }\nagent: { command: [sh, ${JSON.stringify(agent)}] }\ntests: none\n`,
  );
  await git(folder, ["add", "--all"]);
  await git(folder, ["commit", "-q", "-m", "all"]);
  return { files, agent };
}
