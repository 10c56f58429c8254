import { afterEach, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Kit, makeKit } from "../kit/kit.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** A task that writes a file of its own and adds a line to those of the tasks before it. */
function task(id: string, after: readonly string[], place: number): object {
  return {
    id,
    title: `Add ${id}`,
    description: `script:\nuntil-attempt 1 create ${id}.txt first\non-attempt 2 append ${id}.txt better`,
    kind: "feature",
    after,
    files: [{ path: `${id}.txt`, new: true }],
    criteria: [{ text: `${id} is there`, command: `test -f ${id}.txt` }, { text: `${id} begins with first` }],
    covers: [`R${place + 1}`],
  };
}

const tasks = [
  task("lexer", [], 0),
  task("parser", ["lexer"], 1),
  task("printer", ["lexer"], 2),
  task("cli", ["parser", "printer"], 3),
  task("docs", ["cli"], 4),
  task("notes", [], 5),
];
const plan = { goal: "A small language", tasks };
/** A scripted agent writes `\n` as a new line; JSON has another name for it. */
const said = (value: object): string => JSON.stringify(value).replaceAll("\\n", "\\u000a");

const scores = { correctness: 95, tests: 90, security: 100, documentation: 80, acceptance: 100 };
/** Approves of all, but of the parser only when it is better. It cites the line that it has read. */
const critic = `cat >/dev/null
answer() { printf '{"scores": %s, "comments": [%s], "criteria": [{"criterion": 1, "met": true, "citations": [{"file": "%s.txt", "line": 1, "text": "first"}]}]}\\n' '${JSON.stringify(scores)}' "$1" "$TUTTI_SHEET"; }
if [ "$TUTTI_SHEET" = parser ] && ! grep -q better parser.txt; then
  answer '{"severity": "blocker", "category": "correctness", "file": "parser.txt", "line": 1, "text": "it can be better"}'
else answer ''; fi
`;

test("requirements become a checked plan of six tasks, reviewed, one sent back once, and landed in order", async () => {
  kit = makeKit({
    "a.txt": "a\n",
    "critic.sh": critic,
    ".tutti/agents/critic.yaml": stringify({ kind: "cli", executable: "sh", args: ["critic.sh"], prompt: "stdin" }),
  });
  const wanted = `Wanted:\n${["lex", "parse", "print", "a command", "docs", "notes"].map((one) => `- ${one}`).join("\n")}`;
  const wish = `${wanted}\n\nscript:\non-attempt 1 print ${said({ ...plan, tasks: tasks.slice(0, 5) })}\non-attempt 2 print So: ${said(plan)}\n`;
  const options = ["--agent", "scripted", "--reviewer", "critic", "--name", "language", "--yes", "--run", "--local"];
  const end = kit.cli("plan", wish, ...options);
  expect(end.err).toContain("R6: no task covers this requirement");
  expect(end.out).toContain("6 tasks cover 6 requirements; no fault was found");
  expect(end.out).toContain("6 landed on main (of 6)");
  expect(end.code).toBe(0);
  const order = kit.git("log", "--reverse", "--format=%s", "main").trim().split("\n").slice(1);
  const place = (id: string): number => order.indexOf(`feat: Add ${id}`);
  expect(order).toHaveLength(6);
  for (const [earlier, later] of [
    ["lexer", "parser"],
    ["lexer", "printer"],
    ["parser", "cli"],
    ["printer", "cli"],
    ["cli", "docs"],
  ])
    expect(place(earlier ?? "")).toBeLessThan(place(later ?? ""));
  expect(kit.read("parser.txt")).toBe("first\nbetter\n");
  const job = await kit.status();
  expect(job?.sheets.map(({ id, attempts, review }) => [id, attempts, review?.verdict, review?.sentBack])).toEqual(
    ["lexer", "parser", "printer", "cli", "docs", "notes"].map((id) =>
      id === "parser" ? [id, 2, "approved", 1] : [id, 1, "approved", 0],
    ),
  );
  expect(await kit.log("parser")).toContain("> [blocker] parser.txt:1 (correctness): it can be better");
  expect(kit.cli("explain", "parser", "--local").out).toContain("not approved, 93 of 100, 1 blocker (by critic)");
  expect(kit.cli("status", "--local").out).toContain("review: approved, 93 of 100 (by critic); sent back 1 time");
  expect(kit.cli("status", "--health", "--local").out).toMatch(/healthy, \d+(?:\.\d+)? of 100\n {2}landed 86 %/);
  expect(kit.cli("verify", "--local").code).toBe(0);
  expect(kit.read(".tutti/plans/language.yaml")).toContain("# R6 (notes): notes");
});
