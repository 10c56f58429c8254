import type { Profile } from "../../src/agents/profiles/profile.ts";
import { settleProfiles } from "../../src/agents/profiles/settle.ts";

/** The profile that a text describes. */
export function profileFrom(text: string): Profile {
  const { entries, problems } = settleProfiles([{ origin: "user", path: "/profiles/agent.yaml", name: "agent", text }]);
  const [entry] = entries;
  if (entry === undefined) throw new TypeError(problems.map(({ message }) => message).join("\n"));
  return entry.profile;
}
