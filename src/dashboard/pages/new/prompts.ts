/** A score with a sheet for each prompt, as JSON, which is YAML. Lines of dashes part prompts. */
export function scoreOfPrompts(text: string, agent: string): string {
  const prompts = text
    .split(/^-{3,}[ \t]*$/m)
    .map((prompt) => prompt.trim())
    .filter((prompt) => prompt !== "");
  const sheets = prompts.map((prompt, index) => ({ id: `task-${String(index + 1)}`, title: titleOf(prompt), prompt }));
  return JSON.stringify({
    name: nameOf(prompts[0] ?? ""),
    agent: agent.trim(),
    sheets,
  });
}

function titleOf(prompt: string): string {
  const line = prompt.split("\n")[0] ?? "";
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}

/** Of the first words, fit for a name. */
function nameOf(prompt: string): string {
  const words = prompt.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return words.slice(0, 4).join("-").slice(0, 40) || "task";
}
