import { describe, expect, it } from "vitest";
import { makeLanding } from "../../../test/kit/landing.ts";
import { makeSparse } from "../../../test/kit/odd-repositories.ts";
import { shown, writeFiles } from "../../../test/kit/repository.ts";

const before = {
  "top.txt": "top\n",
  "in/a.txt": "a\n",
  "in/deep/b.txt": "b\n",
  "out/c.txt": "c\n",
  "out/deep/d.txt": "d\n",
  "out/gone.txt": "gone\n",
  "far/e.txt": "e\n",
};
const ways = [
  ["cone", ["in"]],
  ["sparse-index", ["in"]],
  ["patterns", ["/top.txt", "/in/"]],
] as const;

describe.each(ways)("a sparse checkout of the user's (%s)", (how, names) => {
  const sparse = async () => {
    const landing = await makeLanding({
      before,
      remove: ["out/gone.txt"],
      change: {
        "in/a.txt": "landed\n",
        "in/new.txt": "new\n",
        "out/c.txt": "landed\n",
        "out/new.txt": "new\n",
        "fresh/f.txt": "fresh\n",
      },
    });
    makeSparse(landing.user, how, names);
    expect(shown(landing.user.path, "out")).toBe("nothing");
    return landing;
  };

  it("takes a landing, and what the user left out stays out of the files", async () => {
    const landing = await sparse();
    expect(await landing.land()).toEqual({ kind: "published" });
    expect(landing.user.head()).toBe(landing.to);
    expect(
      ["top.txt", "in/a.txt", "in/new.txt", "in/deep/b.txt", "out", "far", "fresh"].map((name) =>
        shown(landing.user.path, name),
      ),
    ).toEqual(["file top\n", "file landed\n", "file new\n", "file b\n", "nothing", "nothing", "nothing"]);
    expect(landing.status()).toBe("");
    expect(landing.leftovers()).toEqual([]);
    expect(landing.user.git("diff", "--cached", "HEAD", "--name-only")).toBe("");
    landing.user.git("sparse-checkout", "disable");
    expect(
      ["out/c.txt", "out/gone.txt", "far/e.txt", "fresh/f.txt"].map((name) => shown(landing.user.path, name)),
    ).toEqual(["file landed\n", "nothing", "file e\n", "file fresh\n"]);
  });

  it("keeps a change of the user's beside the landing", async () => {
    const landing = await sparse();
    writeFiles(landing.user.path, { "top.txt": "mine\n" });
    expect(await landing.land()).toEqual({ kind: "published" });
    expect(landing.status()).toBe(" M top.txt\n");
  });

  it("with a file of the user's in a place that is left out is not landed on", async () => {
    const landing = await sparse();
    writeFiles(landing.user.path, { "out/c.txt": "mine\n" });
    expect(await landing.land()).toMatchObject({ kind: "blocked" });
    expect([shown(landing.user.path, "out/c.txt"), shown(landing.user.path, "in/a.txt"), landing.user.head()]).toEqual([
      "file mine\n",
      "file a\n",
      landing.from,
    ]);
  });
});
