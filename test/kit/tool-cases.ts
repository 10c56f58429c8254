import type { ToolCase } from "./tool-case.ts";
import { otherCases } from "./tool-cases-other.ts";
import { pythonCases } from "./tool-cases-python.ts";

export const toolCases: readonly ToolCase[] = [...pythonCases, ...otherCases];
