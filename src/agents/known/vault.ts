import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { lstat, mkdir, open, readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { nameOf } from "../../base/names.ts";
import { writeWhole } from "../../base/files/write/write-whole.ts";

type Environment = Readonly<Record<string, string>>;

/**
 * The terminals that jobs came from, by job. The disk has them sealed; the key lies in memory (a file system that is
 * gone after a logout or a reboot), so that the disk alone gives nothing away.
 */
export interface Vault {
  /** Adds a terminal to what is kept of a job. On the disk, sealed, when this resolves. */
  keep(job: string, environment: Environment): Promise<void>;
  /** `undefined`: none was ever given. Throws where it is lost. */
  find(job: string): Promise<Environment | undefined>;
  /** Removes what no unfinished job needs. */
  sweep(unfinished: ReadonlySet<string>): Promise<void>;
}

interface VaultParts {
  readonly home: string;
  /** Where keys may lie, the best first. */
  readonly keyFolders: readonly string[];
  readonly notice: (text: string) => void;
}

/** Folders that are in memory, and only this user's. */
export function keyFolders(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const user = String(process.getuid?.() ?? 0);
  const named = env["XDG_RUNTIME_DIR"] ?? "";
  return [
    ...(named.startsWith("/") ? [join(named, "tutti")] : []),
    join("/run/user", user, "tutti"),
    join("/dev/shm", `tutti-${user}`),
  ];
}

export function openVault({ home, keyFolders: folders, notice }: VaultParts): Vault {
  const sealed = join(home, "environments");
  const name = `${createHash("sha256").update(home).digest("hex").slice(0, 32)}.key`;
  const known = new Map<string, Environment>();
  let isTold = false;
  const read = async (job: string): Promise<Environment | undefined> => {
    const bytes = await readFile(join(sealed, nameOf(job))).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const key = await findKey(folders, name);
    const found = key === undefined ? undefined : unseal(bytes, key, job);
    if (found === undefined) throw lost(job);
    return found;
  };
  const write = async (job: string, environment: Environment): Promise<void> => {
    await mkdir(sealed, { recursive: true, mode: 0o700 });
    const key = (await findKey(folders, name)) ?? (await makeKey(folders, name));
    // An empty file says that there was one, and that it is lost with this process.
    const bytes = key === undefined ? Buffer.alloc(0) : seal(environment, key, job);
    await writeWhole(join(sealed, nameOf(job)), bytes);
    if (key !== undefined || isTold) return;
    isTold = true;
    notice(
      "the PATH and keys of the terminal are kept in memory only: there is no folder for a key ($XDG_RUNTIME_DIR, /dev/shm). After a crash, jobs wait for tutti resume.",
    );
  };
  return {
    keep: async (job, environment) => {
      const before = known.get(job) ?? (await read(job).catch(() => undefined));
      const joined = before === undefined ? environment : joinedEnvironments(before, environment);
      known.set(job, joined);
      await write(job, joined);
    },
    find: async (job) => {
      const found = known.get(job) ?? (await read(job));
      if (found !== undefined) known.set(job, found);
      return found;
    },
    sweep: async (unfinished) => {
      const needed = new Set([...unfinished].map(nameOf));
      for (const one of await readdir(sealed).catch(() => []))
        if (!needed.has(one)) await rm(join(sealed, one), { force: true });
    },
  };
}

/** A later terminal adds to the first one: what only the first had stays, and programs are found by both paths. */
export function joinedEnvironments(before: Environment, later: Environment): Environment {
  const path = [later["PATH"], before["PATH"]].flatMap((text) => (text ?? "").split(":")).filter((step) => step !== "");
  return { ...before, ...later, ...(path.length === 0 ? {} : { PATH: [...new Set(path)].join(":") }) };
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

function seal(environment: Environment, key: Buffer, job: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(job));
  const body = Buffer.concat([cipher.update(JSON.stringify(environment)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** `undefined`: another key's, or damaged. */
function unseal(bytes: Buffer, key: Buffer, job: string): Environment | undefined {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(job))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return JSON.parse(text.toString()) as Environment;
  } catch {
    return undefined;
  }
}

/** Only a file that no other user can read or could have made. */
async function findKey(folders: readonly string[], name: string): Promise<Buffer | undefined> {
  for (const folder of folders) {
    const path = join(folder, name);
    const isOwn = (await isOurs(folder, 0o700)) && (await isOurs(path, 0o600));
    const key = isOwn ? await readFile(path).catch(() => undefined) : undefined;
    if (key?.length === keyBytes) return key;
  }
  return undefined;
}

async function makeKey(folders: readonly string[], name: string): Promise<Buffer | undefined> {
  for (const folder of folders) {
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    if (!(await isOurs(folder, 0o700))) continue;
    const key = randomBytes(keyBytes);
    const file = await open(join(folder, name), "wx", 0o600).catch(() => undefined);
    if (file === undefined) continue;
    try {
      await file.writeFile(key);
      return key;
    } finally {
      await file.close();
    }
  }
  return undefined;
}

async function isOurs(path: string, mode: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.isSymbolicLink()) return false;
  return found.uid === process.getuid?.() && (found.mode & 0o777 & ~mode) === 0;
}

function lost(job: string): TuttiError {
  return new TuttiError(
    "job.environment_lost",
    `the PATH and keys of the terminal that ${job} came from can't be read any more: their key went with a logout or a restart of the machine`,
    { audience: "user", hint: `Go on from a terminal that has them: tutti resume ${job}` },
  );
}
