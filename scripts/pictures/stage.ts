import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { jobs } from "./jobs.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const standIn = join(root, "scripts/pictures/stand-in.sh");

/** A repository, a home and agents for the pictures, in one folder. */
export interface PictureStage {
  tutti(...args: readonly string[]): string;
  submit(name: keyof typeof jobs): void;
}

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "orchard", "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/price.js":
    "export const tax = (price) => price * 0.2;\n\nexport function total(items) {\n  let sum = 0;\n  for (const item of items) sum += item.price;\n  return sum;\n}\n",
  "src/cart.js":
    "import { total } from './price.js';\n\nexport class Cart {\n  items = [];\n  add(item) {\n    this.items.push(item);\n  }\n  sum() {\n    return total(this.items);\n  }\n}\n",
  "src/price.test.js":
    "import { equal } from 'node:assert';\nimport { test } from 'node:test';\nimport { tax } from './price.js';\ntest('tax', () => equal(tax(10), 2));\n",
};

export function makeStage(folder: string): PictureStage {
  const repository = join(folder, "orchard");
  const home = join(folder, "home");
  const config = join(folder, "config");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [path, text] of Object.entries(files)) write(join(repository, path), text);
  for (const [name, model] of [
    ["opus", "opus-5"],
    ["codex", "codex-3"],
  ] as const)
    write(
      join(config, "tutti/agents", `${name}.yaml`),
      stringify({ kind: "cli", executable: standIn, env: { STAND_IN_MODEL: model }, output: { format: "tutti" } }),
    );
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-C", repository, ...args]);
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  git("add", ".");
  git("commit", "-qm", "orchard: a shop for fruit");
  const env = {
    ...process.env,
    TUTTI_HOME: home,
    XDG_CONFIG_HOME: config,
    XDG_STATE_HOME: join(folder, "state"),
    TUTTI_LOCAL: "",
  };
  const tutti = (...args: readonly string[]): string =>
    execFileSync(process.execPath, ["--no-warnings", join(root, "bin/tutti"), ...args], {
      cwd: repository,
      env,
      encoding: "utf8",
    });
  return {
    tutti,
    submit: (name) => {
      const path = join(folder, `${name}.yaml`);
      write(path, stringify({ name, ...jobs[name] }));
      tutti("run", path, "--detach");
    },
  };
}
