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
export function demoScore(): string {
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

/** What the throw-away repository holds before anyone works on it: a line for each language, well apart. */
export function demoList(): string {
  return greetings.map(([language]) => `# ${language}\n\n${language}: to do\n\n`).join("\n");
}
