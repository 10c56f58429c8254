import type { Tool } from "./tool.ts";
import { javascriptTools } from "./tools/javascript.ts";
import { otherTools } from "./tools/other.ts";
import { pythonTools } from "./tools/python.ts";

/** Every tool that Tutti knows by name. */
export const tools: readonly Tool[] = [...javascriptTools, ...pythonTools, ...otherTools];

export function toolNamed(name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}
