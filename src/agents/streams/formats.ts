/** Formats of agents' output: formats of their own, objects whose places a profile names, or prose. */
export const streamFormats = ["claude", "codex", "gemini", "opencode", "tutti", "jsonl", "json", "text"] as const;

export type StreamFormat = (typeof streamFormats)[number];
