import { describe, expect, it } from "vitest";
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
    expect(targets("write", false)).toEqual(["/srv/state", "/home/ann/.tutti/jobs/a"]);
  });
});

describe("level strict", () => {
  it("shows an empty home and temporary folder, and of other folders what was granted", () => {
    expect(targets("strict", false)).toEqual(["/tmp", "/home/ann", "/srv/state", "/home/ann/.tutti/jobs/a"]);
    const { rows } = mountsFor({ ...scene, level: "strict" });
    const homes = rows.filter((row) => row.to === "/home" && row.kind === "bind");
    expect(homes).toMatchObject([{ from: "/home/ann/.tutti/scratch/t1/skeleton/home" }]);
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

describe("a home in shared memory", () => {
  const inMemory = {
    ...scene,
    room: "/dev/shm/t/.tutti/scratch/t1",
    grants: { read: ["/"], write: ["/dev/shm/t/.tutti/jobs/a"] },
  };

  it("is read at level write, around memory of the program's own", () => {
    const rows = mountsFor({ ...inMemory, level: "write" }).rows.filter(({ to }) => to.startsWith("/dev/shm"));
    expect(rows.map(({ kind, to }) => `${kind} ${to}`)).toEqual([
      "memory /dev/shm",
      "point /dev/shm/t",
      "bind /dev/shm/t",
      "bind /dev/shm/t/.tutti/jobs/a",
    ]);
  });

  it("is hidden at level strict but for what was granted", () => {
    const rows = mountsFor({ ...inMemory, level: "strict" }).rows.filter(({ to }) => to.startsWith("/dev/shm"));
    expect(rows.map(({ kind, to }) => `${kind} ${to}`)).toEqual([
      "memory /dev/shm",
      "point /dev/shm/t/.tutti/jobs/a",
      "bind /dev/shm/t/.tutti/jobs/a",
    ]);
  });
});
