import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EnclosedLaunch, EnclosedOrder, Enclosure } from "../process/enclosure.ts";
import { type RunProcess, endWords } from "../process/process.ts";
import type { ContainerPlan } from "../score/plan/container.ts";
import { type Bind, runArgv } from "./argv.ts";
import { distinct, engineSockets, objectFolders, samePlace, userBinds } from "./binds.ts";
import type { ContainerPlace } from "./place.ts";
import type { Call } from "./engine/call.ts";
import { type Engine, clientEnvironment } from "./engine/engine.ts";
import { lastLine } from "./engine/find.ts";
import { mostHere } from "./most.ts";
import { refusalOf } from "./refusal.ts";
import { type ContainerOwner, containerName, homeLabel, removeContainer } from "./sweep.ts";
import { handedVariables } from "./variables.ts";

interface Opened {
  readonly call: Call;
  readonly owner: ContainerOwner;
  readonly engine: Engine;
  readonly plan: ContainerPlan;
  /** Its id. */
  readonly image: string;
  readonly place: ContainerPlace;
}

/** The home of programs in a container. */
export function homeIn({ state }: Pick<ContainerPlace, "state">): string {
  return join(state, "home");
}

export function enclosureOf(opened: Opened): Enclosure {
  const { call, owner, engine, plan, image, place } = opened;
  return {
    launch: (order): EnclosedLaunch | string => {
      const variables = handedVariables(order.env, { home: homeIn(place), temporary: place.state });
      if (typeof variables === "string") return variables;
      const binds = bindsOf(opened, order, variables.files);
      if (typeof binds === "string") return binds;
      const { cwd, argv, person } = order;
      const whose = person === undefined ? owner : { homeHash: owner.homeHash, person: person.owner };
      const name = containerName(whose, order.run);
      return {
        argv: runArgv({
          ...{ engine, plan, image, name, binds, cwd, argv },
          labels: { [homeLabel]: owner.homeHash },
          user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
          most: mostHere(),
          variables: { named: Object.keys(variables.named), plain: variables.plain },
          leased: place.leased,
          hasTerminal: person?.hasTerminal === true,
        }),
        env: { ...clientEnvironment(place.env), ...variables.named },
        end: async () => (await removeContainer(call, engine, name)) === null,
        refusal: (code, stderr) => refusalOf({ program: argv[0], image: plan.image }, code, stderr),
      };
    },
  };
}

/** The context, what belongs to it, and what this program needs; nothing else of the machine. */
function bindsOf(
  { plan, place }: Opened,
  { outside }: Pick<EnclosedOrder, "outside">,
  files: readonly string[],
): readonly Bind[] | string {
  const userHome = place.env["HOME"] ?? "/";
  const mounts = userBinds(plan.mounts, { home: userHome, sockets: engineSockets(place.env) });
  if (typeof mounts === "string") return mounts;
  const { read = [], write = [], home = [] } = outside;
  const logins = home
    .filter((file) => existsSync(join(userHome, file)))
    .map((file) => ({ from: join(userHome, file), to: join(homeIn(place), file), isReadOnly: true }));
  for (const { to } of logins) makePlace(to);
  return distinct([
    ...samePlace([place.folder, place.state, ...place.write, ...write], false),
    ...samePlace([...objectFolders(place.store), ...read, ...files], true),
    ...logins,
    ...mounts,
  ]);
}

/** An engine would make what is mounted on as another user, and the folders around it. */
function makePlace(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, "", { mode: 0o600 });
}

const trialMs = 120_000;

/** One program that does nothing: limits, mounts and the image's shell are known to work before any agent starts. */
export async function tryOut(
  { run }: { readonly run: RunProcess },
  enclosure: Enclosure,
  { folder, cancel }: Pick<ContainerPlace, "folder" | "cancel">,
): Promise<string | null> {
  const end = await run({
    argv: ["sh", "-c", ":"],
    cwd: folder,
    env: {},
    output: { kind: "memory", capBytes: 10_000 },
    limits: { timeoutMs: trialMs, enclosure, ...(cancel === undefined ? {} : { cancel }) },
    tree: "contained",
  });
  if (end.how.kind === "exited" && end.how.code === 0) return null;
  const said = lastLine(end.stderr.toString("utf8"));
  return end.how.kind === "not-started" ? end.how.reason : `a trial container ${endWords(end, trialMs)}: ${said}`;
}
