import { expect, test } from "vitest";
import { containmentsHere } from "../../prove/contained.ts";
import { endConductors } from "../../prove/processes/conductor.ts";
import { endDirectly } from "../../prove/processes/direct.ts";
import { zoo } from "../../prove/processes/zoo.ts";
import { mayEscape } from "../../prove/processes.ts";

// The short run of `npm run prove -- processes`.
const containments = await containmentsHere();

for (const containment of containments) {
  test(`nothing that a cancelled agent started outlives it, but what is known to (${containment.kind})`, {
    timeout: 600_000,
  }, async () => {
    for (const animal of zoo) {
      const fate = await endDirectly(animal, "cancel", containment);
      expect([fate.animal, fate.fault, mayEscape(fate) ? 0 : fate.survivors]).toEqual([animal.name, "", 0]);
    }
  });
}

test("nothing that an agent started outlives a conductor that is killed, but what is known to", {
  timeout: 600_000,
}, async () => {
  for (const fate of await endConductors("kill", containments[0].kind)) {
    expect([fate.animal, fate.end, fate.fault, mayEscape(fate) ? 0 : fate.survivors]).toEqual([
      fate.animal,
      fate.end,
      "",
      0,
    ]);
  }
});
