import { describe, expect, it } from "vitest";
import { detectProject } from "./detect.ts";
import { type Listing, filesToRead } from "./listing.ts";

function listing(texts: Readonly<Record<string, string>>, installed: readonly string[] = []): Listing {
  const files = Object.keys(texts);
  const readable = new Set(filesToRead(files));
  return {
    files,
    has: (path) => path in texts,
    read: (path) => (readable.has(path) ? texts[path] : undefined),
    installed: new Set(installed),
  };
}

const manifest = (scripts: Readonly<Record<string, string>>, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ name: "x", scripts, ...more });

const workflow = (...lines: readonly string[]): string =>
  JSON.stringify({ jobs: { a: { steps: [{ uses: "actions/checkout@v4" }, { run: lines.join("\n") }] } } });

interface Case {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly installed?: readonly string[];
  readonly kinds: readonly string[];
  readonly runs: readonly string[];
  readonly prepare?: readonly string[];
}

const cases: readonly Case[] = [
  {
    what: "npm with scripts and installed packages",
    files: { "package.json": manifest({ test: "vitest", lint: "eslint .", "lint:fix": "x" }), "package-lock.json": "" },
    installed: ["node_modules"],
    kinds: ["JavaScript (npm)"],
    runs: ["npm test", "npm run lint"],
  },
  {
    what: "npm without installed packages",
    files: { "package.json": manifest({ test: "jest" }), "package-lock.json": "" },
    kinds: ["JavaScript (npm)"],
    runs: ["npm test"],
    prepare: ["npm ci"],
  },
  {
    what: "a pnpm workspace with TypeScript",
    files: {
      "package.json": manifest({ test: "pnpm -r test" }, { devDependencies: { typescript: "5" } }),
      "pnpm-lock.yaml": "",
      "tsconfig.json": "{}",
    },
    installed: ["node_modules"],
    kinds: ["JavaScript (pnpm)"],
    runs: ["pnpm test", "pnpm exec tsc --noEmit"],
  },
  {
    what: "yarn by its manifest, with a script for types",
    files: {
      "package.json": manifest(
        { typecheck: "tsc" },
        { packageManager: "yarn@4.1.0", devDependencies: { typescript: "5" } },
      ),
      "tsconfig.json": "{}",
      "yarn.lock": "",
    },
    installed: ["node_modules"],
    kinds: ["JavaScript (yarn)"],
    runs: ["yarn typecheck"],
  },
  {
    what: "bun",
    files: { "package.json": manifest({ test: "bun test" }), "bun.lock": "" },
    installed: ["node_modules"],
    kinds: ["JavaScript (bun)"],
    runs: ["bun run test"],
  },
  {
    what: "a placeholder of npm init",
    files: { "package.json": manifest({ test: 'echo "Error: no test specified" && exit 1' }) },
    kinds: ["JavaScript (npm)"],
    runs: [],
  },
  { what: "a broken manifest", files: { "package.json": "{" }, kinds: ["JavaScript (npm)"], runs: [] },
  {
    what: "Python with a virtual environment",
    files: { "pyproject.toml": "[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n", "tests/test_a.py": "" },
    installed: [".venv"],
    kinds: ["Python"],
    runs: [".venv/bin/python -m pytest", ".venv/bin/python -m ruff check .", ".venv/bin/python -m mypy ."],
  },
  {
    what: "Python with uv and nothing installed",
    files: { "pyproject.toml": 'dependencies = ["pytest"]', "uv.lock": "", "test_a.py": "" },
    kinds: ["Python (uv)"],
    runs: ["uv run python -m pytest"],
    prepare: ["uv sync --frozen"],
  },
  {
    what: "Python with the standard library's tests only",
    files: { "setup.py": "", "tests/test_a.py": "" },
    kinds: ["Python"],
    runs: ["python3 -m unittest"],
  },
  {
    what: "Rust",
    files: { "Cargo.toml": "", "src/main.rs": "" },
    kinds: ["Rust"],
    runs: ["cargo test", "cargo clippy --all-targets -- -D warnings"],
  },
  {
    what: "Go with tests and a linter",
    files: { "go.mod": "", "a_test.go": "", ".golangci.yml": "" },
    kinds: ["Go"],
    runs: ["go test ./...", "golangci-lint run"],
  },
  {
    what: "Go without tests",
    files: { "go.mod": "", "a.go": "" },
    kinds: ["Go"],
    runs: ["go build ./...", "go vet ./..."],
  },
  {
    what: "a Makefile, which goes before what is usual",
    files: { Makefile: "VAR := x\n.PHONY: test\ntest: build\n\tgo test\nlint:\n\tx\n", "go.mod": "", "a_test.go": "" },
    kinds: ["Go"],
    runs: ["make test", "make lint"],
  },
  {
    what: "scripts and a Makefile: scripts go first",
    files: { "package.json": manifest({ test: "x" }), Makefile: "test:\n\tx\nlint:\n\tx\n" },
    kinds: ["JavaScript (npm)"],
    runs: ["npm test", "make lint"],
  },
  {
    what: "two languages beside each other",
    files: { "package.json": manifest({ test: "x" }), "Cargo.toml": "" },
    kinds: ["JavaScript (npm)", "Rust"],
    runs: ["npm test", "cargo test", "cargo clippy --all-targets -- -D warnings"],
  },
  {
    what: "commands that only CI knows",
    files: {
      "package.json": manifest({ test: "x", "lint:strict": "x" }),
      ".github/workflows/ci.yml": workflow("npm ci", "npx eslint . --max-warnings 0", "npx tsc -p ${{ matrix.p }}"),
      ".gitlab-ci.yml": "build:\n  script: [npm ci, npx tsc --noEmit]\n",
    },
    kinds: ["JavaScript (npm)"],
    runs: ["npm test", "npx eslint . --max-warnings 0", "npx tsc --noEmit"],
  },
  {
    what: "CI that can't be read",
    files: { ".github/workflows/ci.yml": "a: [", "a.txt": "" },
    kinds: [],
    runs: [],
  },
  { what: "Maven", files: { "pom.xml": "", mvnw: "" }, kinds: ["Maven"], runs: ["./mvnw -q test"] },
  { what: "Gradle", files: { "build.gradle.kts": "" }, kinds: ["Gradle"], runs: ["gradle test"] },
  { what: ".NET", files: { "App.sln": "" }, kinds: [".NET"], runs: ["dotnet test"] },
  {
    what: "Ruby",
    files: { Gemfile: "", "spec/a_spec.rb": "", ".rubocop.yml": "" },
    kinds: ["Ruby"],
    runs: ["bundle exec rspec", "bundle exec rubocop"],
  },
  {
    what: "PHP",
    files: { "composer.json": "{}", "phpunit.xml.dist": "" },
    kinds: ["PHP"],
    runs: ["vendor/bin/phpunit"],
  },
  { what: "nothing that is known", files: { "README.md": "" }, kinds: [], runs: [] },
];

describe("a repository's own commands are found", () => {
  it.each(cases)("$what", ({ files, installed, kinds, runs, prepare = [] }) => {
    const found = detectProject(listing(files, installed));
    expect(found.kinds).toEqual(kinds);
    expect(found.commands.map(({ run }) => run)).toEqual(runs);
    expect(found.prepare.map(({ run }) => run)).toEqual(prepare);
  });
});
