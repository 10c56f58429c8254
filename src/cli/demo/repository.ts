import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { demoList, demoScore } from "./score.ts";

/** Lays out the folder of a demo below Tutti's home: files for a first commit, and the score beside them. */
export async function layOutDemo(home: string): Promise<{ readonly repository: string; readonly score: string }> {
  const demos = join(home, "demos");
  await mkdir(demos, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(demos, "demo-"));
  const repository = join(folder, "repository");
  const score = join(folder, "score.yaml");
  await mkdir(repository);
  await writeFile(join(repository, "README.md"), "# Greetings\n\nA throw-away repository for Tutti's demo.\n");
  await writeFile(join(repository, "LANGUAGES.txt"), demoList());
  await writeFile(score, demoScore());
  return { repository, score };
}
