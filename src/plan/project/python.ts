import type { DetectedProject, Listing, ProposedCommand } from "./listing.ts";

const manifests = ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "tox.ini"];

export function python(listing: Listing): DetectedProject | null {
  const { has, files } = listing;
  const manifest = manifests.find(has);
  const isPytest = /\bpytest\b/.test(textOf(listing)) || files.some((path) => /(?:^|\/)conftest\.py$/.test(path));
  const tests = files.find((path) => /(?:^|\/)test_[^/]*\.py$|_test\.py$/.test(path));
  if (manifest === undefined && !isPytest && tests === undefined) return null;
  const { name, prefix, install } = runnerOf(listing);
  const usual = (role: ProposedCommand["role"], module: string, because: string): ProposedCommand => ({
    role,
    run: `${prefix}${module}`,
    because,
    isUsual: true,
  });
  const linted = configured(listing, "ruff", ["ruff.toml", ".ruff.toml"]);
  const typed = configured(listing, "mypy", ["mypy.ini", ".mypy.ini"]);
  return {
    kinds: [`Python${name === null ? "" : ` (${name})`}`],
    commands: [
      ...(isPytest ? [usual("tests", "pytest", manifest ?? "conftest.py")] : []),
      ...(!isPytest && tests !== undefined ? [usual("tests", "unittest", tests)] : []),
      ...(linted === null ? [] : [usual("lint", "ruff check .", linted)]),
      ...(typed === null ? [] : [usual("types", "mypy .", typed)]),
    ],
    prepare: install,
  };
}

function textOf({ files, read }: Listing): string {
  return files
    .filter((path) => manifests.includes(path) || /^requirements[\w-]*\.txt$/.test(path))
    .map((path) => read(path) ?? "")
    .join("\n");
}

interface Runner {
  readonly name: string | null;
  readonly prefix: string;
  readonly install: DetectedProject["prepare"];
}

/** `python -m` finds modules of the environment it is run with; a tool of the project picks its environment itself. */
function runnerOf({ has, installed }: Listing): Runner {
  const folder = [".venv", "venv"].find((name) => installed.has(name));
  for (const [lock, name, line] of locks)
    if (has(lock)) {
      const because = `${lock}, and no .venv in your checkout`;
      return { name, prefix: `${name} run python -m `, install: folder === undefined ? [{ run: line, because }] : [] };
    }
  const program = folder === undefined ? "python3" : `${folder}/bin/python`;
  return { name: null, prefix: `${program} -m `, install: [] };
}

const locks = [
  ["uv.lock", "uv", "uv sync --frozen"],
  ["poetry.lock", "poetry", "poetry install"],
  ["pdm.lock", "pdm", "pdm sync"],
] as const;

function configured({ has, read }: Listing, tool: string, files: readonly string[]): string | null {
  const own = files.find(has);
  if (own !== undefined) return own;
  if ((read("pyproject.toml") ?? "").includes(`[tool.${tool}`)) return "pyproject.toml";
  return new RegExp(`^\\[${tool}\\]`, "m").test(read("setup.cfg") ?? "") ? "setup.cfg" : null;
}
