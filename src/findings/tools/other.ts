import type { Tool } from "../tool.ts";
import { clippy } from "./other/clippy.ts";
import { goVet } from "./other/go-vet.ts";
import { golangciLint } from "./other/golangci-lint.ts";
import { shellcheck } from "./other/shellcheck.ts";

export const otherTools: readonly Tool[] = [shellcheck, golangciLint, goVet, clippy];
