import type { Draft, Task } from "./draft.ts";
import type { Requirement } from "./requirements.ts";

/** A plan without a planner: the usual steps of a kind of project, one after the other. */

type Step = readonly [
  id: string,
  kind: Task["kind"],
  title: string,
  description: string,
  ...criteria: readonly [string, ...string[]],
];

const testsAndDocs: Step = [
  "tests-and-docs",
  "testing",
  "Test and document it",
  "Write tests for what was built, with the edge cases and the errors, and say in the README how it is installed and used.",
  "The main paths and at least two errors are tested.",
  "The README says how to install and use it.",
];

const steps = {
  cli: [
    [
      "structure",
      "chore",
      "Set up the project",
      "Create the layout of a command line tool: manifest, entry point, folder for tests. Follow what the repository has already.",
      "The tool can be started and prints its help.",
    ],
    [
      "arguments",
      "feature",
      "Read the command line",
      "Parse arguments and options, with help texts and clear errors for wrong ones.",
      "A wrong option is refused with a message that names it.",
    ],
    [
      "core",
      "feature",
      "Build what the tool does",
      "Implement the behaviour behind the command line, apart from parsing and printing.",
      "Each requirement can be seen in the output of a command.",
    ],
    testsAndDocs,
  ],
  library: [
    [
      "structure",
      "chore",
      "Set up the package",
      "Create the layout of a package: manifest, entry point, types, folder for tests. Follow what the repository has already.",
      "The package can be imported.",
    ],
    [
      "core",
      "feature",
      "Build the interface",
      "Implement the public interface with its types and errors; keep everything else private.",
      "Each requirement is met by a public function or type.",
    ],
    [
      "tests",
      "testing",
      "Test the interface",
      "Test the public interface, with the edge cases and the errors.",
      "Each public function has a test.",
    ],
    [
      "docs",
      "documentation",
      "Document the interface",
      "Document each public function with an example.",
      "Each public function is documented with an example.",
    ],
  ],
  web: [
    [
      "structure",
      "chore",
      "Set up the application",
      "Create the layout of a web application: manifest, server, pages, folder for tests. Follow what the repository has already.",
      "The application starts and answers a request.",
    ],
    [
      "models",
      "feature",
      "Build the data model",
      "Define the data, its validation and how it is stored.",
      "Wrong data is refused before it is stored.",
    ],
    [
      "core",
      "feature",
      "Build logic, routes and pages",
      "Implement the behaviour with its routes and pages on top of the data model.",
      "Each requirement can be seen through a route or a page.",
    ],
    testsAndDocs,
  ],
  data: [
    [
      "structure",
      "chore",
      "Set up the project",
      "Create the layout of a data project: manifest, folders for code and samples, folder for tests. Follow what the repository has already.",
      "The program can be started on a small sample.",
    ],
    [
      "load",
      "feature",
      "Load and validate the data",
      "Read the input and validate it; name the line or record that is wrong.",
      "A wrong record is reported with its place.",
    ],
    [
      "core",
      "feature",
      "Process the data",
      "Implement the processing and write the result.",
      "Each requirement can be seen in the output for the sample.",
    ],
    testsAndDocs,
  ],
  script: [
    [
      "structure",
      "chore",
      "Set up the script",
      "Create the script with its arguments and a help text.",
      "The script prints its help.",
    ],
    [
      "core",
      "feature",
      "Build what the script does",
      "Implement the behaviour, and exit with a code that is not 0 when something fails.",
      "Each requirement can be seen by running the script.",
    ],
    testsAndDocs,
  ],
} as const satisfies Readonly<Record<string, readonly Step[]>>;

export type Template = keyof typeof steps;
export const templates = Object.keys(steps) as readonly Template[];

/** Its core covers all that was asked for; the other steps serve it or test it. */
export function templateDraft(template: Template, requirements: readonly Requirement[]): Draft {
  const asked = requirements.map(({ id, text }) => `- ${id}: ${text}`).join("\n");
  const covers = requirements.map(({ id }) => id);
  const all: readonly Step[] = steps[template];
  const last = all.length - 1;
  const tasks = all.map(
    ([id, kind, title, description, ...criteria], place): Task => ({
      id,
      kind,
      title,
      description: `${description}\n\nWhat is wanted in all:\n${asked}`.slice(0, 8_000),
      after: place === 0 ? [] : [all[place - 1]?.[0] ?? ""],
      // No agent has looked at the repository: the steps come one after the other instead.
      files: [],
      criteria: criteria.map((text) => ({ text })),
      covers: id === "core" || place === last ? covers : [],
    }),
  );
  return { goal: requirements[0]?.text.split("\n", 1)[0]?.slice(0, 500) ?? template, tasks };
}
