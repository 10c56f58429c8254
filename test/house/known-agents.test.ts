import { expect, it } from "vitest";
import { readProfiles } from "../../src/agents/profiles/load.ts";
import { knownAgents, profileName } from "../../src/score/known-agents.ts";

// The score reader decides without a disk, so it has the names by heart.
it("the score reader knows exactly the names and aliases of the profiles that are built in, and which is whose", async () => {
  const shelf = await readProfiles({ env: { XDG_CONFIG_HOME: "/nonexistent" }, project: null });
  const named = shelf
    .all()
    .flatMap(({ profile: { name, aliases } }) => [name, ...aliases].map((written) => [written, name] as const));

  expect([...knownAgents].toSorted()).toEqual(named.map(([written]) => written).toSorted());
  for (const [written, name] of named) expect([written, profileName(written)]).toEqual([written, name]);
});
