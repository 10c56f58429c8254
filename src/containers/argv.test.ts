import { describe, expect, it } from "vitest";
import { type ContainerRun, runArgv } from "./argv.ts";

const plan = { network: "own", memoryBytes: null, cpus: null, pids: 2_048, ports: [] } as const;
const podman = { kind: "podman", program: "/usr/bin/podman", isRootless: true, hasInit: true } as const;
const docker = { ...podman, kind: "docker", program: "/usr/bin/docker", isRootless: false } as const;
const usual: ContainerRun = {
  engine: podman,
  plan,
  image: "sha256:abc",
  name: "tutti-1",
  labels: { "tutti.home": "ff" },
  user: { uid: 1000, gid: 100 },
  most: { files: 20_000, processes: 32_768 },
  binds: [
    { from: "/w", to: "/w", isReadOnly: false },
    { from: "/o", to: "/o", isReadOnly: true },
  ],
  variables: { named: ["TOKEN"], plain: { HOME: "/s/home" } },
  leased: [],
  cwd: "/w",
  argv: ["claude", "-p", "x"],
};
const argvOf = (changes: Partial<ContainerRun>): readonly string[] => runArgv({ ...usual, ...changes });
const optionsOf = (argv: readonly string[], name: string): readonly string[] =>
  argv.flatMap((word, place) => (word === name ? [argv[place + 1] ?? ""] : []));

describe("the command line of podman", () => {
  it("says all of it", () => {
    expect(argvOf({}).join(" ")).toBe(
      "/usr/bin/podman run --rm --interactive --name tutti-1 --label tutti.home=ff --pull never --log-driver none " +
        "--no-healthcheck --init --cap-drop all --security-opt no-new-privileges --security-opt label=disable " +
        "--user 1000:100 --userns keep-id --pids-limit 2048 --http-proxy=false " +
        "--mount type=bind,source=/w,target=/w --mount type=bind,source=/o,target=/o,readonly " +
        "--env TOKEN --env HOME=/s/home --workdir /w --entrypoint claude sha256:abc -p x",
    );
  });

  it("with root's rights keeps to what this process may have, and to its own user", () => {
    const argv = argvOf({ engine: { ...podman, isRootless: false } });
    expect(optionsOf(argv, "--ulimit")).toEqual(["nofile=20000:20000", "nproc=32768:32768"]);
    expect(argv).not.toContain("--userns");
  });
});

describe("the command line of docker", () => {
  it("has no options that only podman knows", () => {
    const argv = argvOf({ engine: docker });
    expect(argv.filter((word) => /userns|ulimit|http-proxy/.test(word))).toEqual([]);
    expect(optionsOf(argv, "--user")).toEqual(["1000:100"]);
  });

  it("runs as root where that is the user outside", () => {
    expect(optionsOf(argvOf({ engine: { ...docker, isRootless: true } }), "--user")).toEqual(["0:0"]);
  });
});

describe("in both", () => {
  it.each([podman, docker])("limits are said as far as they are set: $kind", (engine) => {
    const argv = argvOf({ engine, plan: { ...plan, memoryBytes: 4e9, cpus: 1.5, pids: 64 } });
    expect(["--memory", "--cpus", "--pids-limit"].map((name) => optionsOf(argv, name)[0])).toEqual([
      "4000000000",
      "1.5",
      "64",
    ]);
    expect(argvOf({ engine })).not.toContain("--memory");
  });

  it.each([podman, docker])("an engine without an init is not asked for one: $kind", (engine) => {
    expect(argvOf({ engine: { ...engine, hasInit: false } })).not.toContain("--init");
  });

  it("a person's program gets a terminal", () => {
    expect(argvOf({ hasTerminal: true }).slice(1, 5)).toEqual(["run", "--rm", "--interactive", "--tty"]);
    expect(argvOf({})).not.toContain("--tty");
  });

  it("ports are reached from this machine alone, and not without a network of its own", () => {
    const ports = [
      { host: null, inside: 80, protocol: "tcp" },
      { host: 5353, inside: 53, protocol: "udp" },
    ] as const;
    const published = (network: "own" | "none" | "host"): readonly string[] =>
      optionsOf(argvOf({ plan: { ...plan, network, ports }, leased: [40_000] }), "--publish");
    expect(published("own")).toEqual(["127.0.0.1:40000:40000", "127.0.0.1::80/tcp", "127.0.0.1:5353:53/udp"]);
    expect([published("none"), published("host")]).toEqual([[], []]);
    expect(optionsOf(argvOf({ plan: { ...plan, network: "none" } }), "--network")).toEqual(["none"]);
    expect(argvOf({})).not.toContain("--network");
  });

  it("a path with signs that part the fields of a mount is quoted", () => {
    const binds = [{ from: '/a,"b', to: "/c d:e", isReadOnly: true }];
    expect(optionsOf(argvOf({ binds }), "--mount")).toEqual(['type=bind,"source=/a,""b",target=/c d:e,readonly']);
  });

  it("no value of a variable that is handed over by name is on the command line", () => {
    expect(optionsOf(argvOf({}), "--env")).toEqual(["TOKEN", "HOME=/s/home"]);
  });
});
