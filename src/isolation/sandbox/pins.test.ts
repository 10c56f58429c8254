import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { pinGrants, splitEnvironment } from "./pins.ts";

it("a path below one that a program writes is no grant of its own: a link may have been put there", () => {
  const folder = realpathSync(tempFolder());
  const [mine, outside] = [join(folder, "mine"), join(folder, "outside")];
  for (const made of [mine, outside]) mkdirSync(made);
  symlinkSync(outside, join(mine, "objects"));
  const grants = { read: [join(mine, "objects"), "/usr"], write: [join(mine, "objects"), mine] };
  expect(pinGrants(grants, join(folder, "jobs"))).toEqual({ read: ["/usr"], write: [mine] });
});

it("a path of a job that leads elsewhere through a link is refused", () => {
  const folder = realpathSync(tempFolder());
  const state = join(folder, "jobs", "a", "state");
  mkdirSync(state, { recursive: true });
  mkdirSync(join(folder, "outside"));
  symlinkSync(join(folder, "outside"), join(state, "cache"));
  const grants = { read: [], write: [join(state, "cache")] };
  expect(pinGrants(grants, join(folder, "jobs"))).toBe(
    `${join(state, "cache")} leads to ${join(folder, "outside")} through a link`,
  );
});

it("a link of the person's own, and a home behind one, lead where they lead", () => {
  const folder = realpathSync(tempFolder());
  mkdirSync(join(folder, "disk", "jobs", "a"), { recursive: true });
  symlinkSync("disk", join(folder, "home"));
  const grants = { read: [], write: [join(folder, "home", "jobs", "a"), join(folder, "missing")] };
  expect(pinGrants(grants, join(folder, "home", "jobs"))).toEqual({
    read: [],
    write: [join(folder, "disk", "jobs", "a")],
  });
});

it("programs of the sandbox itself do not get variables by which code is loaded", () => {
  expect(splitEnvironment({ PATH: "/bin", LD_PRELOAD: "./x.so", PERL5OPT: "-Mx", NODE_OPTIONS: "-r ./x" })).toEqual({
    env: { PATH: "/bin" },
    variables: ["LD_PRELOAD=./x.so", "PERL5OPT=-Mx", "NODE_OPTIONS=-r ./x"],
  });
});
