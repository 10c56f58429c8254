import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { realWorld } from "../../base/world/real-world.ts";
import { initRepository } from "../../git/storage/init-store.ts";
import { openHome, wireGit } from "../../isolation/home/home.ts";
import { makeRunProcess } from "../../process/run/run.ts";
import { processGroup } from "../../process/tree/containment.ts";
import type { Setting } from "../../root/setting.ts";

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

/** Makes the folder a repository with all its files in a first commit. */
export async function makeRepository({ home, locks, env }: Omit<Setting, "settings">, folder: string): Promise<void> {
  const places = await openHome(home, locks);
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  await initRepository(await wireGit(places, run, env), folder, { name: "Tutti Demo", email: "demo@tutti.invalid" });
}

/** Words the demo's agents write; one sheet each. */
const greetings = [
  ["danish", "hej"],
  ["dutch", "hallo"],
  ["finnish", "hei"],
  ["french", "bonjour"],
  ["german", "guten tag"],
  ["greek", "geia"],
  ["italian", "ciao"],
  ["latin", "salve"],
  ["polish", "czesc"],
  ["spanish", "hola"],
  ["turkish", "merhaba"],
  ["welsh", "helo"],
] as const;

/**
 * The demo's score: a dozen independent sheets, each adding a file and its line of a shared list (so that merges are
 * real), one of which crashes at first, and a last sheet that waits for all of them.
 */
function demoScore(): string {
  return [
    "name: demo",
    "agent: scripted",
    "parallel: 4",
    "retry: { base_delay: 100ms }",
    "sheets:",
    ...greetings.flatMap(([language, word], place) => sheetLines(language, word, place === 4)),
    "  - id: count",
    "    title: Count the greetings",
    `    after: [${greetings.map(([language]) => language).join(", ")}]`,
    "    prompt: |",
    `      create COUNT.txt ${String(greetings.length)} greetings`,
    "    validations:",
    "      - file_exists: COUNT.txt",
    `      - command: test "$(ls greetings | wc -l)" -eq ${String(greetings.length)}`,
    "",
  ].join("\n");
}

function sheetLines(language: string, word: string, stumbles: boolean): readonly string[] {
  return [
    `  - id: ${language}`,
    `    title: Greet in ${language}`,
    "    prompt: |",
    ...(stumbles ? ["      on-attempt 1 crash"] : []),
    "      sleep 0.3",
    `      create greetings/${language}.txt ${word}`,
    `      edit LANGUAGES.txt "${language}: to do" "${language}: ${word}"`,
    "    validations:",
    `      - content_contains: { path: greetings/${language}.txt, text: "${word}" }`,
    `      - command: ["grep", "-q", "${language}: ${word}", "LANGUAGES.txt"]`,
  ];
}

/** The first content of the throw-away repository: a line for each language, well apart. */
function demoList(): string {
  return greetings.map(([language]) => `# ${language}\n\n${language}: to do\n\n`).join("\n");
}
