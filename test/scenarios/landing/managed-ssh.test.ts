import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { afterwards } from "../../kit/afterwards.ts";
import { type ConductorKit, makeConductorKit, until } from "../../kit/conductor.ts";
import { commitFirst } from "../../kit/first-commit.ts";
import { gitIn } from "../../kit/git.ts";
import { itLong } from "../../kit/long.ts";
import { beginRepository } from "../../kit/new-repository.ts";

interface Server {
  readonly kit: ConductorKit;
  readonly bare: string;
  /** Where the command line of ssh goes that git starts. */
  use(sshCommand: string): void;
}

function withServer(): Server {
  const kit = makeConductorKit();
  const root = dirname(kit.places.home);
  const source = join(root, "source");
  const bare = join(root, "server/acme/next.js.git");
  mkdirSync(source);
  mkdirSync(dirname(bare), { recursive: true });
  beginRepository(source);
  writeFileSync(join(source, "a.txt"), "a\n");
  commitFirst({ folder: source, format: "sha1" }, ["a.txt"], "begin");
  gitIn(root, ["clone", "-q", "--bare", source, bare]);
  return {
    kit,
    bare,
    use: (sshCommand) => {
      const user = "[user]\n\tname = Ada\n\temail = ada@x\n";
      const ssh = `[core]\n\tsshCommand = ${sshCommand}\n[ssh]\n\tvariant = ssh\n`;
      writeFileSync(join(root, ".gitconfig"), user + ssh);
    },
  };
}

/** Two at once, then a server that refuses a push, a resume, and a task after it. */
async function story({ kit, bare }: Server, url: string): Promise<void> {
  const task = (prompt: string) => kit.begin("task", "--repo", url, "--agent", "scripted", prompt).ended;
  const main = (): readonly string[] => gitIn(bare, ["log", "--format=%s", "--reverse", "main"]).split("\n");
  const ends = await Promise.all([task("create one.txt 1"), task("create two.txt 2")]);
  expect(ends.map(({ code, err }) => [code, /lock/i.test(err)])).toEqual([
    [0, false],
    [0, false],
  ]);
  expect(main().toSorted()).toEqual(["begin", "chore: create one.txt 1", "chore: create two.txt 2"]);
  const hook = join(bare, "hooks/pre-receive");
  mkdirSync(dirname(hook), { recursive: true });
  writeFileSync(hook, "#!/bin/sh\necho no pushes today >&2\nexit 1\n");
  chmodSync(hook, 0o755);
  const refused = await task("create three.txt 3");
  expect([refused.code === 0, refused.out + refused.err]).toEqual([false, expect.stringContaining("no pushes today")]);
  rmSync(hook);
  expect((await kit.begin("resume").ended).code).toBe(0);
  await until(() => (main().length === 4 ? true : undefined));
  expect(main().at(-1)).toBe("chore: create three.txt 3");
}

it("tasks reach a remote by ssh, with git's own command for it", async () => {
  const server = withServer();
  const root = dirname(server.kit.places.home);
  // It runs what the server would run, and notes for whom.
  const script = join(root, "ssh.sh");
  writeFileSync(script, `#!/bin/sh\necho "$*" >>${root}/calls\nwhile [ $# -gt 1 ]; do shift; done\nexec sh -c "$1"\n`);
  chmodSync(script, 0o755);
  server.use(script);
  await story(server, `git@forge.example:${server.bare}`);
  const calls = readFileSync(join(root, "calls"), "utf8");
  expect(calls).toMatch(/git@forge\.example git-upload-pack/);
  expect(calls).toMatch(/git@forge\.example git-receive-pack/);
});

const sshd = ["/usr/sbin/sshd", "/usr/bin/sshd"].find((path) => existsSync(path));
const isRoot = process.getuid?.() === 0;

/** A real server on loopback with a key of its own; it separates privileges in a folder that root makes. */
(sshd === undefined || !isRoot ? it.skip : itLong)(
  "tasks reach a remote by a real sshd, with the person's key",
  async () => {
    const server = withServer();
    const root = dirname(server.kit.places.home);
    const port = await freePort();
    mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
    for (const name of ["host", "key"]) {
      const made = spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(root, name)]);
      expect(made.status).toBe(0);
    }
    const keys = join(root, "authorized");
    writeFileSync(keys, readFileSync(join(root, "key.pub")), { mode: 0o600 });
    const settings = [
      ...[`HostKey ${root}/host`, `AuthorizedKeysFile ${keys}`, `ListenAddress 127.0.0.1:${String(port)}`],
      ...["StrictModes no", "UsePAM no", "PidFile none", "PermitRootLogin yes", "PasswordAuthentication no"],
    ];
    writeFileSync(join(root, "sshd_config"), `${settings.join("\n")}\n`);
    const running = spawn(sshd ?? "", ["-D", "-e", "-f", join(root, "sshd_config")], { stdio: "ignore" });
    open.push(running);
    const known = [`-o UserKnownHostsFile=${root}/known`, "-o StrictHostKeyChecking=accept-new"];
    const options = ["-F /dev/null", `-i ${root}/key`, ...known, "-o BatchMode=yes"];
    const { username } = userInfo();
    const probe = ["-p", String(port), `${username}@127.0.0.1`, "true"];
    await until(() =>
      spawnSync("ssh", [...options.flatMap((one) => one.split(" ")), ...probe]).status === 0 ? true : undefined,
    );
    server.use(`ssh ${options.join(" ")}`);
    await story(server, `ssh://${username}@127.0.0.1:${String(port)}${server.bare}`);
    // Without the key there is no login: said at once, and nothing is left behind.
    server.use(`ssh -F /dev/null ${known.join(" ")} -o BatchMode=yes -o IdentitiesOnly=yes -i ${root}/no-key`);
    const end = await server.kit.begin("repos", "sync").ended;
    expect([end.code === 0, end.out + end.err]).toEqual([false, expect.stringMatching(/publickey|login/i)]);
  },
);

const open: ReturnType<typeof spawn>[] = [];
afterwards("each test", () => {
  for (const child of open.splice(0)) child.kill("SIGKILL");
  return Promise.resolve();
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  });
}
