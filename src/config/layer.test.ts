import { expect, test } from "vitest";
import { readLayer } from "./layer.ts";

const user = { level: "user", path: "/u/config.yaml", userPath: "/u/config.yaml" } as const;
const project = { level: "project", path: "/p/tutti.config.yaml", userPath: "/u/config.yaml" } as const;
const saidBy = (text: string) =>
  Object.fromEntries([...readLayer(text, user).values].map(([key, { value }]) => [key, value]));
const wrongIn = (text: string, file: typeof user | typeof project = user) =>
  readLayer(text, file).problems.map(({ where, message }) => `${where} ${message}`);

test("durations and sizes are read as people write them", () => {
  expect(
    saidBy(
      "conductor: { grace: 1.5m, idle_exit: never, log_bytes: 5MB }\nlimits:\n  disk_floor: 1.5 GiB\n  memory_floor: 0\n",
    ),
  ).toEqual({
    "conductor.grace": 90_000,
    "conductor.idle_exit": null,
    "conductor.log_bytes": 5_000_000,
    "limits.disk_floor": 1.5 * 2 ** 30,
    "limits.memory_floor": 0,
  });
});

test.each(["", "# nothing yet\n", "conductor:\n  # grace: 10s\n"])("a file that says nothing is fine: %j", (text) => {
  expect(readLayer(text, user)).toEqual({ values: new Map(), problems: [] });
});

test("everything that is wrong is told at once, with its place", () => {
  const text = "paralel: 8\nconductor:\n  idle_exit: soon\n  max_sheets: 0\ngrace: 10s\ncleanup: 7\n";
  expect(wrongIn(text)).toEqual([
    "/u/config.yaml:1:1 paralel: unknown key; did you mean parallel?",
    expect.stringContaining("/u/config.yaml:3:14 conductor.idle_exit: must be a duration such as 30s"),
    "/u/config.yaml:4:15 conductor.max_sheets: must be a whole number from 1 to 10000; or auto, not 0",
    "/u/config.yaml:5:1 grace: unknown key; did you mean conductor.grace?",
    "/u/config.yaml:6:10 cleanup: holds keys of its own, such as cleanup.age_days",
  ]);
});

test("an unknown key that resembles none is told where all are", () => {
  expect(wrongIn("quixotry: true\n")).toEqual([
    "/u/config.yaml:1:1 quixotry: unknown key; docs/config.md has all of them",
  ]);
});

test("a dotted name is told how to be written", () => {
  expect(wrongIn("conductor.grace: 10s\n")).toEqual([
    "/u/config.yaml:1:1 conductor.grace: write conductor: and, indented below it, grace:",
  ]);
});

test("a key that stands twice is refused", () => {
  expect(wrongIn("parallel: 1\nparallel: 2\n")).toHaveLength(1);
});

test.each([
  "- parallel\n",
  "parallel\n",
  "parallel: {a: 1}\n",
  "parallel: [1]\n",
  "parallel: !x 1\n",
  "a: b: c\n",
  "parallel: 1\n---\nparallel: 2\n",
])("what is no settings is refused: %j", (text) => {
  expect(wrongIn(text)).not.toEqual([]);
});

test("a project says what is about its jobs, and nothing about the machine", () => {
  expect(readLayer("parallel: 8\n", project).problems).toEqual([]);
  expect(wrongIn("parallel: 8\ncontainment: group\nconductor:\n  grace: 1s\n", project)).toEqual([
    "/p/tutti.config.yaml:2:1 containment: is not for one project but for the whole machine: it belongs into /u/config.yaml (tutti config set containment <value>)",
    "/p/tutti.config.yaml:4:3 conductor.grace: is not for one project but for the whole machine: it belongs into /u/config.yaml (tutti config set conductor.grace <value>)",
  ]);
});

test("prepare has the words of scores in a user's and a project's file, beside its settings", () => {
  const text = "prepare:\n  way: copy\n  commands: [npm ci]\n  ports: 2\n";
  const { recipe, problems, values } = readLayer(text, user);
  expect([recipe?.ports, recipe?.commands?.length, problems, values.size]).toEqual([2, 1, [], 1]);
  expect(readLayer("prepare: { ports: 2 }\n", project)).toMatchObject({ recipe: { ports: 2 }, problems: [] });
  expect(wrongIn("prepare:\n  ports: 11\n  command: [x]\n", project)).toEqual([
    "/p/tutti.config.yaml:3:3 prepare.command: unknown key; docs/config.md has all of them",
    "/p/tutti.config.yaml:2:10 prepare.ports: must be at most 10",
  ]);
});

test("a project's file can't ask for a variable of the terminal: it comes with what is cloned", () => {
  const text = "prepare: { environment: { TOKEN: { from: NPM_TOKEN } } }\n";
  expect(readLayer(text, user).recipe).toEqual({ environment: { TOKEN: { from: "NPM_TOKEN" } } });
  expect(wrongIn(text, project)).toEqual([
    expect.stringContaining("a project can't ask for a variable of your terminal"),
  ]);
});
