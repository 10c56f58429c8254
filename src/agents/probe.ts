import { duration } from "../base/text.ts";
import { allowedEnvironment } from "../process/environment.ts";
import type { RunProcess } from "../process/process.ts";
import { findProgram } from "../process/program.ts";
import { type Prober, askLogin } from "./login.ts";
import { homeChoice } from "./profile/environment.ts";
import type { HttpProfile, Profile } from "./profiles/profile.ts";

/** Facts about an agent that need no question to a model. */
export interface AgentFindings {
  /** `null`: not found. */
  readonly program: string | null;
  readonly version: string | null;
  /** A sentence. */
  readonly login: string;
  /** Why it can't work and what to do, a sentence each. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  /** Absent: not known. Where a login is not needed, a key in a configuration of its own may do as well. */
  readonly isLoggedIn?: boolean;
}

export async function probeAgent(profile: Profile, prober: Prober): Promise<AgentFindings> {
  const seen = lookAtAgent(profile, prober.env);
  const { program } = seen;
  if (program === null || profile.kind === "http") return seen;
  if (!prober.mayRun)
    return {
      ...seen,
      notes: [
        `Its version was not asked for: the program is named by the project. tutti agents check ${profile.name} runs it.`,
      ],
    };
  const asked = await askVersion(prober, [program, ...profile.versionArgs]);
  if (asked.version === null) return { ...seen, problems: [asked.why] };
  const isLoggedIn = await askLogin(profile, prober, { program, version: asked.version });
  const said = { ...seen, version: asked.version, notes: verifiedNotes(profile, asked.version) };
  if (isLoggedIn !== false) return isLoggedIn === null ? said : { ...said, isLoggedIn };
  const words = `It has no login. ${profile.login?.how ?? ""}`;
  return profile.login?.needed === true
    ? { ...said, isLoggedIn, problems: [words] }
    : { ...said, isLoggedIn, notes: [...said.notes, words] };
}

/** Without running anything. */
export function lookAtAgent(profile: Profile, env: Prober["env"]): AgentFindings {
  const nothing = { program: null, version: null, login: loginOf(profile, env), problems: [], notes: [] };
  if (profile.kind === "http") return { ...nothing, ...httpFindings(profile, env) };
  const found = findProgram(profile.executable, env["PATH"], "/");
  return found.kind === "found"
    ? { ...nothing, program: found.file }
    : { ...nothing, problems: [notFound(profile, found.code)] };
}

function loginOf(profile: Profile, env: Prober["env"]): string {
  if (profile.kind === "http")
    return profile.keyVariable === null ? "It needs no key." : `The key in ${profile.keyVariable}.`;
  const choice = homeChoice(profile, { ...env, ...profile.env });
  if (choice.kind === "user") return "Your own: the one that the program has when you run it yourself.";
  return choice.by === null ? "None: it has a home of its own." : `The key in ${choice.by}, in a home of its own.`;
}

function httpFindings(profile: HttpProfile, env: Prober["env"]): Pick<AgentFindings, "problems" | "notes"> {
  const { keyVariable, model } = profile;
  const hasKey = keyVariable === null || (env[keyVariable] ?? "") !== "";
  return {
    problems: hasKey ? [] : [`${keyVariable} is not set: export it where you start jobs.`],
    notes: [
      "Whether its server answers was not asked.",
      ...(model === null ? ["It has no model of its own: a score has to name one."] : []),
      ...verifiedNotes(profile, null),
    ],
  };
}

function notFound({ executable }: Exclude<Profile, HttpProfile>, code: "ENOENT" | "EACCES"): string {
  const name = JSON.stringify(executable);
  return code === "EACCES"
    ? `${name} may not be run: make it executable.`
    : `There is no ${name} on the PATH: install it, or name its path in a profile.`;
}

function verifiedNotes({ verified }: Profile, version: string | null): readonly string[] {
  if (verified === null) return ["Not verified: the authors of this profile have not run the agent with it."];
  if (version === null || version === verified.version) return [];
  return [`Verified with ${verified.version} (${verified.date}); this is another version.`];
}

const versionLimitMs = 20_000;

type Asked = { readonly version: string } | { readonly version: null; readonly why: string };

async function askVersion({ run, env }: Prober, argv: readonly [string, ...string[]]): Promise<Asked> {
  const end = await run({
    argv,
    // Files of the project could make the program do more.
    cwd: "/",
    env: allowedEnvironment(env),
    output: { kind: "memory", capBytes: 64 * 1024 },
    limits: { timeoutMs: versionLimitMs, graceMs: 500 },
    tree: "contained",
  });
  const command = argv.join(" ");
  if (end.how.kind === "timed-out")
    return {
      version: null,
      why: `"${command}" did not end within ${duration(versionLimitMs)}: run it yourself to see why.`,
    };
  const version =
    /\d+\.\d+[\w.+-]*/.exec(end.stdout.toString())?.[0] ?? /\d+\.\d+[\w.+-]*/.exec(end.stderr.toString())?.[0];
  const isGood = end.how.kind === "exited" && end.how.code === 0;
  if (isGood) return { version: version ?? "unknown" };
  return { version: null, why: `"${command}" does not work (${endWords(end.how)}): run it yourself to see why.` };
}

function endWords(how: Awaited<ReturnType<RunProcess>>["how"]): string {
  if (how.kind === "exited") return `it ended with ${how.code}`;
  return how.kind === "signalled"
    ? `it was ended by ${how.signal}`
    : how.kind === "not-started"
      ? how.reason
      : how.kind;
}
