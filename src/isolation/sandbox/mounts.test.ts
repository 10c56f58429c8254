import { describe, expect, it } from "vitest";
import { mountTable } from "../../process/sandbox/mount-table.ts";
import { mountsFor } from "./mounts.ts";

const scene = {
  grants: { read: ["/", "/home/ann/.nvm"], write: ["/home/ann/.tutti/jobs/a", "/srv/state"] },
  tops: ["usr", "etc", "home", "srv", "tmp", "proc", "dev"],
  room: "/home/ann/.tutti/scratch/t1",
  home: "/home/ann",
  layered: ["/home/ann/.cargo/registry"],
  isFile: () => false,
};
type Level = Parameters<typeof mountsFor>[0]["level"];
const targets = (level: Level, isReadOnly: boolean): readonly string[] =>
  mountsFor({ ...scene, level }).rows.flatMap((row) =>
    row.kind === "bind" && row.isReadOnly === isReadOnly ? [row.to] : [],
  );

describe("level write", () => {
  it("makes every folder of the machine read-only but what was granted", () => {
    expect(targets("write", true)).toEqual(["/usr", "/etc", "/home", "/srv", "/tmp"]);
    expect(targets("write", false)).toEqual(["/dev/shm", "/srv/state", "/home/ann/.tutti/jobs/a"]);
  });
});

describe("level strict", () => {
  it("shows an empty home and temporary folder, and of other folders what was granted", () => {
    expect(targets("strict", false)).toEqual([
      "/dev/shm",
      "/tmp",
      "/home/ann",
      "/srv/state",
      "/home/ann/.tutti/jobs/a",
    ]);
    const { rows } = mountsFor({ ...scene, level: "strict" });
    const homes = rows.filter((row) => row.to === "/home" && row.kind === "bind");
    expect(homes).toMatchObject([{ from: "/dev/shm/home/ann/.tutti/scratch/t1/skeleton/home" }]);
    expect(targets("strict", true)).toContain("/home/ann/.nvm");
  });

  it("makes the points of all mounts before", () => {
    const { folders } = mountsFor({ ...scene, level: "strict" });
    const room = "/home/ann/.tutti/scratch/t1";
    expect(folders).toEqual(
      expect.arrayContaining([
        `${room}/skeleton/home/ann`,
        `${room}/home/.tutti/jobs/a`,
        `${room}/home/.nvm`,
        `${room}/home/.cargo/registry`,
        `${room}/skeleton/srv/state`,
        `${room}/layers/0/up`,
      ]),
    );
  });
});

describe("the table", () => {
  it("hides blanks and marks of the format in names", () => {
    const row = { kind: "bind", from: "/a b", to: "/c#\td", isReadOnly: true } as const;
    expect(mountTable([row], true)).toBe("/a\\040b /c\\043\\011d none rbind,ro 0 0\n");
  });

  it("is refused where a layer's folder has a name that options can't hold", () => {
    const row = { kind: "layer", from: "/a:b", to: "/a:b", upper: "/u", work: "/w" } as const;
    expect(mountTable([row], true)).toBeNull();
  });
});
