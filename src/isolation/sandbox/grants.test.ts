import { describe, expect, it } from "vitest";
import { grantsFor } from "./grants.ts";

const mine = { write: ["/jobs/a"], read: ["/models"] };
const machine = { path: "/home/ann/.nvm/v22/bin:/usr/bin:/home/ann/bin:relative::/", home: "/home/ann" };

describe("level write", () => {
  const { read, write } = grantsFor("write", mine, machine);

  it("reads as the person does", () => {
    expect(read).toEqual(["/"]);
  });

  it("writes only what belongs to it, and devices that hold nothing", () => {
    expect(write.filter((path) => !path.startsWith("/dev/"))).toEqual(["/jobs/a"]);
    expect(write).not.toContain("/dev");
    expect(write).not.toContain("/proc");
  });
});

describe("level strict", () => {
  const { read } = grantsFor("strict", mine, machine);

  it("reads programs on its PATH with the libraries beside them", () => {
    expect(read).toEqual(expect.arrayContaining(["/home/ann/.nvm/v22/bin", "/home/ann/.nvm/v22/lib", "/models"]));
  });

  it("never reads the whole home, the root or the keys of the machine", () => {
    for (const path of ["/", "/home", "/home/ann", "/home/ann/lib", "/etc", "/etc/shadow", "/etc/ssh", "/root", "/var"])
      expect(read).not.toContain(path);
  });
});
