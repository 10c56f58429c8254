import type { ToolAdvice } from "../advice.ts";
import { bandit } from "./bandit.ts";
import { clippy, go } from "./compiled.ts";
import { eslint } from "./eslint.ts";
import { mypy, pyright } from "./mypy.ts";
import { pylint } from "./pylint.ts";
import { flake8, ruff } from "./ruff.ts";
import { shellcheck } from "./shellcheck.ts";
import { biome, prettier, stylelint } from "./styles.ts";
import { pytest, vitest } from "./tests.ts";
import { tsc } from "./tsc.ts";

/** What Tutti ships, by tool. */
export const shippedAdvice: ReadonlyMap<string, ToolAdvice> = new Map([
  ["eslint", eslint],
  ["oxlint", eslint],
  ["tsc", tsc],
  ["biome", biome],
  ["stylelint", stylelint],
  ["prettier", prettier],
  ["vitest", vitest],
  ["jest", vitest],
  ["ruff", ruff],
  ["flake8", flake8],
  ["mypy", mypy],
  ["pyright", pyright],
  ["pylint", pylint],
  ["bandit", bandit],
  ["pytest", pytest],
  ["shellcheck", shellcheck],
  ["golangci-lint", go],
  ["go-vet", go],
  ["clippy", clippy],
]);
