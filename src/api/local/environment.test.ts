import { expect, it } from "vitest";
import { markVariables } from "../../process/tree/marker.ts";
import { conductorEnvironment } from "./start.ts";

it("a conductor that an agent starts does not carry the agent's marks", () => {
  const env = {
    PATH: "/bin",
    TUTTI_JOB: "j",
    TUTTI_SHEET: "s",
    TUTTI_VALUE_1: "v",
    TUTTI_LOCAL: "1",
    ...markVariables("abc.1", "work", "r"),
  };
  expect(conductorEnvironment(env, "/home")).toEqual({ PATH: "/bin", TUTTI_HOME: "/home" });
});

it("a conductor gets what settings are made of, and nothing that happens to be set", () => {
  const env = {
    PATH: "/bin",
    TUTTI_DISK_FLOOR_GB: "3",
    XDG_RUNTIME_DIR: "/run/user/7",
    GIT_DIR: "/elsewhere",
    NODE_OPTIONS: "--inspect",
    GONE: undefined,
  };
  expect(conductorEnvironment(env, "/home")).toEqual({
    PATH: "/bin",
    TUTTI_DISK_FLOOR_GB: "3",
    XDG_RUNTIME_DIR: "/run/user/7",
    TUTTI_HOME: "/home",
  });
});
