/** Scores of any size, each a way in which people come to many sheets. */
export const kinds = ["written", "groups", "mozart"] as const;
export type Kind = (typeof kinds)[number];

export function scoreText(kind: Kind, sheets: number): string {
  return { written, groups, mozart }[kind](sheets).join("\n");
}

/** Every sheet written out, each after another one: 10,000 come to about 1 MB. */
function written(count: number): readonly string[] {
  const sheets = numbers(count).flatMap((number) => [
    `  - id: s${number}`,
    `    prompt: "Part {{ sheet_num }}: {{ tone }}"`,
    ...(number === 1 ? [] : [`    after: s${Math.ceil(number / 2)}`]),
  ]);
  return [...head, "sheets:", ...sheets, ""];
}

/** A few entries that stand for many: groups of items, then as many copies. */
function groups(count: number): readonly string[] {
  const half = count / 2;
  return [
    ...head,
    "prompt: |",
    ...template.map((line) => `  ${line}`),
    "sheets:",
    `  - { id: part, title: "Part {{ start_item }}", items: { total: ${half * 5}, size: 5 } }`,
    `  - { id: review, title: "Review {{ instance }} of {{ fan_count }}", fan_out: ${half / 2} }`,
    `  - { id: answer, title: "Answer {{ instance }} of {{ fan_count }}", fan_out: ${half / 2}, after: review }`,
    "",
  ];
}

/**
 * A score of Mozart's in which every sheet has a description and a dependency of its own, and 20 validations with
 * conditions.
 */
function mozart(count: number): readonly string[] {
  return [
    "name: bench",
    "workspace: ./out",
    "sheet:",
    "  size: 1",
    `  total_items: ${count}`,
    "  dependencies:",
    ...numbers(count - 1).map((number) => `    ${number + 1}: [${Math.ceil((number + 1) / 2)}]`),
    "  descriptions:",
    ...numbers(count).map((number) => `    ${number}: Part ${number}`),
    "prompt:",
    "  variables: { tone: kind, focus: { 1: speed, 2: size, 3: sense } }",
    "  template: |",
    ...template.map((line) => `    ${line}`),
    "validations:",
    ...numbers(4).flatMap((number) => rules(number)),
    "",
  ];
}

/** Five of the 20, which differ from the others by their number. */
function rules(number: number): readonly string[] {
  const condition = `    condition: sheet_num >= ${number} and stage != ${number * 100}`;
  const path = `    path: "{workspace}/part-{sheet_num}-${number}.md"`;
  return [
    ["  - type: file_exists", path],
    ["  - type: file_modified", path, `    stage: ${number}`],
    ["  - type: content_contains", path, '    pattern: "Part {sheet_num}"'],
    ["  - type: content_regex", path, `    pattern: '^#+ (Part|Section) \\d{1,5}\\b'`],
    ["  - type: command_succeeds", `    command: test "$(wc -l < {workspace}/part-{sheet_num}.md)" -ge ${number}`],
  ].flatMap((lines) => [...lines, condition]);
}

const head = [
  "agents: { claude: { command: [claude, -p] } }",
  "agent: claude",
  "variables: { tone: kind, focus: { 1: speed, 2: size, 3: sense } }",
  "validations:",
  '  - { file_modified: "docs/{{ sheet }}.md" }',
  '  - { command: "grep -q {{ sheet_num }} docs/{{ sheet }}.md", stage: 2, when: sheet_num > 1 }',
];

const template = [
  "{% macro line(what) %}- {{ what | upper }}{% endmacro %}",
  "You are {{ sheet_num }} of {{ total_sheets }}. Be {{ tone }}. Work on items {{ start_item }} to {{ end_item }}.",
  "{% if sheet_num % 3 == 0 %}Look for {{ focus[3] }}.{% elif instance > 2 %}Look for {{ focus[2] }}.{% else %}Look around.{% endif %}",
  "{% for number, what in focus.items() %}{{ line(what) }} {{ loop.index }} of {{ loop.length }}",
  "{% endfor %}",
  ...numbers(30).map((number) => `${number}. What is written here is the same for all, as most of a prompt is.`),
];

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
