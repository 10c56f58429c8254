import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type Socket as Datagrams, createSocket } from "node:dgram";
import { getServers } from "node:dns";
import { type Server, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";

/** A context to leave, and around it what must stay as it is. */
export interface Scene {
  readonly root: string;
  readonly mine: string;
  /** Where Tutti keeps temporary files of confined programs. */
  readonly scratch: string;
  readonly env: Readonly<Record<string, string>>;
  readonly neighbour: ChildProcess;
  close(): void;
}

/** Stands in files, in an environment, in arguments and behind sockets that were not granted. */
export const secret = "s3cret-of-the-person";
export const greeting = "service-answered";

/** Every user may enter it; the temporary folder of a run of tests may be closed to others. */
const openToAll = "/var/tmp";

/** `owner`: the user whose programs are tried; the files are theirs, as a person's are. */
export async function makeScene(owner: number): Promise<Scene> {
  const root = mkdtempSync(join(openToAll, "tutti-sandbox-"));
  const at = (...names: readonly string[]): string => join(root, ...names);
  for (const folder of ["mine", "scratch", "cache", "victim/folder", "victim/named", "person/.ssh", "tutti", "other"])
    mkdirSync(at(folder), { recursive: true });
  const files = {
    "victim/file": "as it was\n",
    "victim/mine": "as it was\n",
    "victim/folder/inside": "as it was\n",
    [`victim/named/name-${secret}`]: "",
    "victim/secret": `${secret}\n`,
    "victim/print.sh": `#!/bin/sh\necho ${secret}\n`,
    "person/.bashrc": "# mine\n",
    "person/.npmrc": `token=${secret}\n`,
    "person/.ssh/id_ed25519": `${secret}\n`,
    "tutti/token": `${secret}\n`,
    "other/work": `${secret}\n`,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(at(path), text);
  chmodSync(at("victim/print.sh"), 0o755);
  const blob = makeRepository(at("victim/git"));
  for (const path of walk(root)) chownSync(path, owner, owner);
  chmodSync(root, 0o755);
  const onSocket = await serve((server) => server.listen(at("victim/service")));
  chmodSync(at("victim/service"), 0o777);
  const onPort = await serve((server) => server.listen(0));
  const address = onPort.address();
  const sockets = {
    CONDUCTOR: at("tutti/socket"),
    SSH_SOCKET: at("person/agent"),
    ENGINE: at("other/engine"),
    BUS: at("person/bus"),
  };
  const temporary = mkdtempSync("/tmp/tutti-scene-");
  chmodSync(temporary, 0o755);
  const more = [...Object.values(sockets), join(temporary, "s")];
  const services = await Promise.all(more.map((path) => serve((server) => server.listen(path))));
  for (const path of more) chmodSync(path, 0o777);
  const abstract = `tutti-scene-${String(process.pid)}-${String(scenes++)}`;
  services.push(await serve((server) => server.listen(`\0${abstract}`)));
  const udp = await answering();
  const memory = `/dev/shm/${abstract}`;
  writeFileSync(memory, secret);
  const neighbour = spawn("sleep", ["600"], {
    argv0: "sleep",
    env: { SECRET: secret },
    detached: true,
    stdio: "ignore",
    ...(process.getuid?.() === 0 ? { uid: owner, gid: owner } : {}),
  });
  return {
    root,
    mine: at("mine"),
    scratch: at("scratch"),
    neighbour,
    env: {
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      HOME: at("mine"),
      GIT_CONFIG_NOSYSTEM: "1",
      VICTIM: at("victim"),
      PERSON: at("person"),
      TUTTI: at("tutti"),
      OTHER: at("other"),
      SOCKET: at("victim/service"),
      ...sockets,
      SSH_AUTH_SOCK: sockets.SSH_SOCKET,
      TEMP_SOCKET: join(temporary, "s"),
      ABSTRACT: abstract,
      UDP: String(udp.address().port),
      ADDRESS: ownAddress(),
      RESOLVER: getServers()[0] ?? "127.0.0.53",
      BLOB: blob,
      NEIGHBOUR: String(neighbour.pid),
      PORT: typeof address === "object" && address !== null ? String(address.port) : "0",
    },
    close: () => {
      neighbour.kill("SIGKILL");
      onSocket.close();
      onPort.close();
      udp.close();
      for (const service of services) service.close();
      rmSync(memory, { force: true });
      rmSync(temporary, { recursive: true, force: true });
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function makeRepository(folder: string): string {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", "-C", folder, ...args], {
      encoding: "utf8",
    }).trim();
  mkdirSync(folder);
  git("init", "-q", "--bare", ".");
  const blob = execFileSync("git", ["-C", folder, "hash-object", "-w", "--stdin"], { input: secret, encoding: "utf8" });
  const tree = execFileSync("git", ["-C", folder, "mktree"], {
    input: `100644 blob ${blob.trim()}\tsecret\n`,
    encoding: "utf8",
  });
  git("update-ref", "HEAD", git("commit-tree", "-m", "begin", tree.trim()));
  return blob.trim();
}

let scenes = 0;

async function answering(): Promise<Datagrams> {
  const socket = createSocket("udp4");
  socket.on("message", (_, { port, address }) => socket.send(greeting, port, address));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return socket;
}

function ownAddress(): string {
  const found = Object.values(networkInterfaces()).flat();
  return found.find((one) => one?.family === "IPv4" && !one.internal)?.address ?? "127.0.0.1";
}

async function serve(listen: (server: Server) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.end(greeting);
  });
  listen(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return server;
}

/** Content and metadata of all that is not the program's own. */
export function lookAround({ root }: Scene): { readonly contents: string; readonly metadata: string } {
  const paths = [...walk(root)].filter(
    (path) => !["mine", "scratch", "cache"].some((own) => isBelow(path, join(root, own))),
  );
  const looked = paths.map((path) => ({ path, stat: lstatSync(path) }));
  return {
    contents: looked
      .map(({ path, stat }) => `${path} ${stat.isFile() ? readFileSync(path, "latin1") : String(stat.mode & 0o170000)}`)
      .join("\n"),
    metadata: looked
      .filter(({ stat }) => stat.isFile())
      .map(({ path, stat }) => `${path} ${String(stat.mode)} ${String(stat.uid)} ${String(stat.mtimeMs)}`)
      .join("\n"),
  };
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path === join(folder, "..");
}

function* walk(folder: string): Generator<string> {
  yield folder;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}
