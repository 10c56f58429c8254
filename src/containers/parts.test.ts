import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { distinct, objectFolders, userBinds } from "./binds.ts";
import { readDockerInfo, readPodmanInfo } from "./engine/answers.ts";
import { clientEnvironment } from "./engine/engine.ts";
import { mostIn } from "./most.ts";
import { containerName, leftOver } from "./sweep.ts";
import { noteUse, usesOf } from "./uses.ts";
import { handedVariables } from "./variables.ts";

describe("an engine's answer", () => {
  it.each([
    [
      '{"host":{"security":{"rootless":true}},"version":{"Version":"4.3.1"}}',
      { version: "4.3.1", isRootless: true, init: null },
    ],
    ['{"version":{"Version":"5.0.0"}}', { version: "5.0.0", isRootless: false, init: null }],
    ["Error", { why: "podman info told no version" }],
  ])("of podman: %s", (text, read) => {
    expect(readPodmanInfo(text)).toEqual(read);
  });

  it.each([
    [
      '{"ServerVersion":"27.1","SecurityOptions":["name=seccomp,profile=builtin","name=rootless"],"InitBinary":"docker-init"}',
      { version: "27.1", isRootless: true, init: "docker-init" },
    ],
    [
      '{"ServerVersion":"27.1","SecurityOptions":null,"InitBinary":""}',
      { version: "27.1", isRootless: false, init: null },
    ],
    ['{"ServerErrors":["Cannot connect to the Docker daemon"]}', { why: "Cannot connect to the Docker daemon" }],
    ['{"ServerVersion":"27.1","OSType":"windows"}', { why: "its daemon runs Windows containers" }],
    ["{}", { why: "docker info told no version of the daemon" }],
  ])("of docker: %s", (text, read) => {
    expect(readDockerInfo(text)).toEqual(read);
  });
});

describe("variables", () => {
  const own = { home: "/s/home", temporary: "/s" };

  it("go over by name, but those of the machine; certificates come with their files", () => {
    const env = {
      TOKEN: "t",
      PATH: "/bin",
      HOME: "/root",
      XDG_DATA_HOME: "/x",
      TMPDIR: "/t",
      SSL_CERT_FILE: "/ca.pem",
    };
    expect(handedVariables({ ...env, LANG: "C", GOOGLE_CLOUD_PROJECT: "p" }, own)).toEqual({
      named: { TOKEN: "t", LANG: "C", GOOGLE_CLOUD_PROJECT: "p" },
      plain: { HOME: "/s/home", TMPDIR: "/s", SSL_CERT_FILE: "/ca.pem" },
      files: ["/ca.pem"],
    });
  });

  it.each(["DOCKER_HOST", "CONTAINERS_CONF", "LD_PRELOAD"])("that the engine would act on are refused: %s", (name) => {
    expect(handedVariables({ [name]: "x" }, own)).toContain(name);
  });

  it("of the terminal reach the engine's program only as far as it needs them", () => {
    expect(clientEnvironment({ PATH: "/bin", DOCKER_HOST: "unix:///x", API_KEY: "secret", HOME: undefined })).toEqual({
      PATH: "/bin",
      DOCKER_HOST: "unix:///x",
    });
  });
});

describe("mounts", () => {
  it("of two at one place the first counts", () => {
    const binds = [
      { from: "/a", to: "/x", isReadOnly: false },
      { from: "/b", to: "/x", isReadOnly: true },
    ];
    expect(distinct(binds)).toEqual([binds[0]]);
  });

  it("begin at the user's home, and are there", () => {
    const home = tempFolder();
    mkdirSync(join(home, "c"));
    const bind = (from: string): ReturnType<typeof userBinds> =>
      userBinds([{ from, to: "/x", isReadOnly: true }], { home, sockets: [] });
    expect(bind("~/c")).toEqual([{ from: join(home, "c"), to: "/x", isReadOnly: true }]);
    expect(bind("~/gone")).toBe("there is no ~/gone to mount");
  });

  it("never lead to an engine's socket, whatever their name", async () => {
    const folder = tempFolder();
    const socket = join(folder, "engine");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    try {
      symlinkSync(socket, join(folder, "harmless"));
      for (const [from, sockets] of [
        [join(folder, "harmless"), []],
        [folder, [socket]],
      ] as const)
        expect(userBinds([{ from, to: "/x", isReadOnly: true }], { home: "/", sockets })).toMatch(
          /has the whole machine/,
        );
    } finally {
      server.close();
    }
  });

  it("of objects follow what a store borrows, once each", () => {
    const [store, user] = [tempFolder(), tempFolder()];
    for (const folder of [store, user]) mkdirSync(join(folder, "objects", "info"), { recursive: true });
    writeFileSync(join(store, "objects/info/alternates"), `${join(user, "objects")}\n`);
    writeFileSync(join(user, "objects/info/alternates"), `# none\n${join(store, "objects")}\n`);
    expect(objectFolders(store)).toEqual([join(store, "objects"), join(user, "objects")]);
  });
});

it("what a process may have is read from the system's table, and bounded by its process numbers", () => {
  const table =
    "Max processes             96349                96349                processes\nMax open files            1024                 unlimited            files\n";
  expect(mostIn(table, "32768\n")).toEqual({ files: null, processes: 32_768 });
  expect(mostIn("", "")).toEqual({ files: null, processes: null });
});

it("containers of earlier lives of the home are left over; those of this life and of other homes are not", () => {
  const life = { homeHash: "ab12", epoch: 3 };
  const [now, before] = [containerName(life, "11-22"), containerName({ ...life, epoch: 2 }, "33-44")];
  const others = containerName({ homeHash: "cd34", epoch: 2 }, "55-66");
  expect(leftOver([now, before, others, "tutti-ab12-2-my.own", "db", ""], life)).toEqual([before]);
});

it("containers that persons' processes started are left over once those are dead, in every life of the home", () => {
  const person = { pid: 7, startTime: "123", bootId: "ab12cd34", pidNamespace: "4026531836" };
  const name = containerName({ homeHash: "ab12", person }, "m8x1-2k");
  const [now, before] = [{ homeHash: "ab12", epoch: 3 }, containerName({ homeHash: "ab12", epoch: 2 }, "33-44")];
  const left = (owner: Parameters<typeof leftOver>[1], isDead: boolean): readonly string[] =>
    leftOver([name, before], owner, (by) => by.pid === 7 && by.pidNamespace === "4026531836" && isDead);
  expect([left(now, false), left(now, true)]).toEqual([[before], [name, before]]);
  expect(left({ homeHash: "ab12", person }, true)).toEqual([name]);
  expect(left({ homeHash: "cd34", epoch: 1 }, true)).toEqual([]);
});

it("the engines of a home are remembered once each, without what may be a secret; half a line is none", async () => {
  const home = tempFolder();
  const env = { DOCKER_HOST: "unix:///x", DOCKER_AUTH_CONFIG: "secret", HOME: "/h" };
  await noteUse(home, { kind: "docker", env });
  await noteUse(home, { kind: "docker", env });
  writeFileSync(join(home, "engines"), '{"kind":"podm', { flag: "a" });
  expect(await usesOf(home)).toEqual([{ kind: "docker", env: { DOCKER_HOST: "unix:///x", HOME: "/h" } }]);
});
