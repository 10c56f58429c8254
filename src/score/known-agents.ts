/** Other names of the profiles that are built in; Mozart's are among them. */
const agentAliases: Readonly<Record<string, string>> = {
  "claude-code": "claude",
  claude_code: "claude",
  claude_cli: "claude",
  "claude-cli": "claude",
  "codex-cli": "codex",
  codex_cli: "codex",
  "gemini-cli": "gemini",
  gemini_cli: "gemini",
  "cursor-agent": "cursor",
  "cursor-cli": "cursor",
  "copilot-cli": "copilot",
  "github-copilot": "copilot",
  anthropic_api: "anthropic",
  "anthropic-api": "anthropic",
  openai_api: "openai",
  "openai-api": "openai",
  "recursive-light": "recursive_light",
};

/**
 * Names of the profiles that are built in, and their aliases: what a score may name where no settings say which others
 * there are.
 */
export const knownAgents: ReadonlySet<string> = new Set([
  "claude",
  "codex",
  "gemini",
  "opencode",
  "cursor",
  "copilot",
  "aider",
  "goose",
  "gemini-acp",
  "opencode-acp",
  "anthropic",
  "openai",
  "ollama",
  "recursive_light",
  ...Object.keys(agentAliases),
]);

/** The name that a profile goes by, so that those who use it under different names share its limits. */
export function profileName(written: string): string {
  return Object.hasOwn(agentAliases, written) ? (agentAliases[written] ?? written) : written;
}
