import { expect, test } from "vitest";
import { allowedEnvironment } from "./environment.ts";

test("a program gets the path, the home, the locale and the proxies of the user", () => {
  const source = {
    PATH: "/bin",
    HOME: "/home/x",
    LC_ALL: "C",
    XDG_CONFIG_HOME: "/c",
    https_proxy: "http://p",
    NODE_EXTRA_CA_CERTS: "/ca",
  };
  expect(allowedEnvironment(source)).toEqual(source);
});

test("git's variables, Tutti's own and secrets stay behind", () => {
  const source = {
    GIT_DIR: "/x",
    GIT_SSH_COMMAND: "evil",
    TUTTI_HOME: "/t",
    TUTTI_OWNER: "a.1",
    AWS_SECRET_ACCESS_KEY: "s",
    NODE_OPTIONS: "--require x",
    LD_PRELOAD: "y",
  };
  expect(allowedEnvironment(source)).toEqual({});
});

test("a variable of the caller is added, and wins", () => {
  expect(
    allowedEnvironment(
      { PATH: "/bin", TUTTI_JOB: "outer" },
      { PATH: "/mine", TUTTI_JOB: "inner", GIT_AUTHOR_NAME: "a" },
    ),
  ).toEqual({
    PATH: "/mine",
    TUTTI_JOB: "inner",
    GIT_AUTHOR_NAME: "a",
  });
});

test("a variable that is unset is not passed as a text", () => {
  expect(allowedEnvironment({ HOME: undefined })).toEqual({});
});
