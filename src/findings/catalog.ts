import type { Tool } from "./tool.ts";
import { bandit } from "./tools/python/bandit.ts";
import { flake8 } from "./tools/python/flake8.ts";
import { mypy } from "./tools/python/mypy.ts";
import { pylint } from "./tools/python/pylint.ts";
import { pyright } from "./tools/python/pyright.ts";
import { pytest } from "./tools/python/pytest.ts";
import { ruff } from "./tools/python/ruff.ts";
import { clippy } from "./tools/other/clippy.ts";
import { goVet } from "./tools/other/go-vet.ts";
import { golangciLint } from "./tools/other/golangci-lint.ts";
import { shellcheck } from "./tools/other/shellcheck.ts";
import { biome } from "./tools/javascript/linters/biome.ts";
import { eslint } from "./tools/javascript/linters/eslint.ts";
import { jest } from "./tools/javascript/jest.ts";
import { oxlint } from "./tools/javascript/linters/oxlint.ts";
import { prettier } from "./tools/javascript/linters/prettier.ts";
import { stylelint } from "./tools/javascript/linters/stylelint.ts";
import { tsc } from "./tools/javascript/tsc.ts";
import { vitest } from "./tools/javascript/vitest.ts";

export const javascriptTools: readonly Tool[] = [eslint, biome, oxlint, tsc, stylelint, prettier, vitest, jest];
export const pythonTools: readonly Tool[] = [ruff, mypy, pyright, pylint, flake8, bandit, pytest];
export const otherTools: readonly Tool[] = [shellcheck, golangciLint, goVet, clippy];

export const tools: readonly Tool[] = [...javascriptTools, ...pythonTools, ...otherTools];

export function toolNamed(name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}
