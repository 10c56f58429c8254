/** Who does the work of a sheet. */
export type AgentPlan =
  | { readonly kind: "command"; readonly argv: readonly [string, ...string[]]; readonly prompt: PromptDelivery; readonly env: Readonly<Record<string, string>> }
  | { readonly kind: "scripted" }
  /** Named by a score of Mozart's, which is worth reading all the same; it can't be run. */
  | { readonly kind: "unavailable"; readonly name: string };

/** How a command agent gets its prompt: on stdin, as the last argument, or as the path of a file as the last argument. */
export type PromptDelivery = "stdin" | "argument" | "file";
