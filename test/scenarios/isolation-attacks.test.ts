import { describe, expect, it } from "vitest";
import { tryAct, tryBaseGone } from "../../prove/attacks/act-trial.ts";
import { ownActs } from "../../prove/attacks/acts.ts";
import { everyKey } from "../../prove/attacks/config-keys.ts";
import { whyNoContainers } from "../../prove/attacks/in-container.ts";
import { tryPlant } from "../../prove/attacks/plant-trial.ts";
import { type Plant, more, thirty } from "../../prove/attacks/plants.ts";
import { oneOf } from "../kit/long.ts";

// A part of `npm run prove -- attacks`: what has a way of its own into git, and what hurts neighbours most.
const plants = [
  { plant: planted("process"), level: "clone" },
  { plant: planted("git-file"), level: "worktree" },
  { plant: planted("lazy-fetch"), level: "worktree" },
  { plant: everyKey(), level: "clone" },
] as const;
const acts = ownActs.filter(({ name }) => ["branches", "nested"].includes(name));

describe("a task without a sandbox", () => {
  it.each(plants)(
    "plants $plant.name in a $level, and Tutti's own git runs nothing of it",
    async ({ plant, level }) => {
      expect((await tryPlant(plant, level)).wrong).toEqual([]);
    },
  );

  it.each(acts)("does $name, and reaches what docs/isolation.md says", async (act) => {
    expect((await tryAct(act, "worktree")).wrong).toEqual([]);
  });

  it("keeps its base when the user prunes it", async () => {
    expect((await tryBaseGone("clone")).wrong).toEqual([]);
  });
});

const whyNot = whyNoContainers();
if (whyNot !== null) it.skip(`acts in containers are not tried here: ${whyNot}`);

describe.skipIf(whyNot !== null)("a task in a container", () => {
  it.each(oneOf(12, ownActs))("does $name, and reaches nothing", async (act) => {
    expect(await tryAct(act, "container")).toMatchObject({ reached: [], wrong: [] });
  });
});

function planted(name: string): Plant {
  const found = [...thirty, ...more].find((plant) => plant.name === name);
  if (found === undefined) throw new TypeError(`there is no plant ${name}`);
  return found;
}
