import type { Tool } from "../tool.ts";
import { biome } from "./javascript/biome.ts";
import { eslint } from "./javascript/eslint.ts";
import { jest } from "./javascript/jest.ts";
import { oxlint } from "./javascript/oxlint.ts";
import { prettier } from "./javascript/prettier.ts";
import { stylelint } from "./javascript/stylelint.ts";
import { tsc } from "./javascript/tsc.ts";
import { vitest } from "./javascript/vitest.ts";

export const javascriptTools: readonly Tool[] = [eslint, biome, oxlint, tsc, stylelint, prettier, vitest, jest];
