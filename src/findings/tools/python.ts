import type { Tool } from "../tool.ts";
import { bandit } from "./python/bandit.ts";
import { flake8 } from "./python/flake8.ts";
import { mypy } from "./python/mypy.ts";
import { pylint } from "./python/pylint.ts";
import { pyright } from "./python/pyright.ts";
import { pytest } from "./python/pytest.ts";
import { ruff } from "./python/ruff.ts";

export const pythonTools: readonly Tool[] = [ruff, mypy, pyright, pylint, flake8, bandit, pytest];
