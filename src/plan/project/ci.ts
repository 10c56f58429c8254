import { parseDocument } from "yaml";
import { type Listing, type ProposedCommand, type Role, roleOf } from "./listing.ts";

/** Commands of CI whose role is clear; a step with a value of CI in it means nothing elsewhere. */
export function commandsOfCi({ files, read }: Listing): readonly ProposedCommand[] {
  return files
    .filter((path) => path === ".gitlab-ci.yml" || path.startsWith(".github/workflows/"))
    .flatMap((path) =>
      linesIn(path, read(path) ?? "").flatMap((run): ProposedCommand[] => {
        const role = roleOfLine(run);
        return role === null || /\$\{?\{|\$\(|[;&|<>]/.test(run) ? [] : [{ role, run, because: path }];
      }),
    );
}

function linesIn(path: string, text: string): readonly string[] {
  const document = parseDocument(text);
  if (document.errors.length > 0) return [];
  const lines: string[] = [];
  const keys = path === ".gitlab-ci.yml" ? ["script"] : ["run"];
  const visit = (value: unknown, key: string): void => {
    if (typeof value === "string" && keys.includes(key)) lines.push(...value.split("\n").map((line) => line.trim()));
    else if (Array.isArray(value)) for (const item of value) visit(item, key);
    else if (typeof value === "object" && value !== null)
      for (const [name, held] of Object.entries(value)) visit(held, name);
  };
  visit(document.toJS({ maxAliasCount: 100 }), "");
  return lines.filter((line) => line !== "");
}

function roleOfLine(line: string): Role | null {
  const script = /^(?:npm|pnpm|yarn|bun)(?: run)? ([\w:-]+)$|^(?:make|just) ([\w-]+)$/.exec(line);
  if (script !== null) return roleOf(script[1] ?? script[2] ?? "");
  return known.find(([form]) => form.test(line))?.[1] ?? null;
}

const known: readonly (readonly [RegExp, Role])[] = [
  [/^(?:\w+ run )?(?:python3? -m )?pytest\b|^tox\b|^cargo test\b|^go test\b|^(?:\.\/)?gradlew? test\b/, "tests"],
  [/^(?:\w+ run )?ruff check\b|^cargo clippy\b|^go vet\b|^golangci-lint run\b|^npx eslint\b/, "lint"],
  [/^(?:\w+ run )?mypy\b|^npx tsc\b|^cargo check\b/, "types"],
];
