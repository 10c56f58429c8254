import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { fetching, patienceMs, wordsOf } from "../../git/remote/remote-answer.ts";

/** How a worker reaches the conductor's store. */
export interface Way {
  /** Of one claim. */
  readonly url: string;
  /** With it git shows who asks; `null`: ssh and files know that already. */
  readonly token: string | null;
  /** A file with the certificate that is trusted; `null`: those of the system. */
  readonly ca: string | null;
}

/** Brings what a claim's ref carries; only objects that are not here pass. */
export async function fetchClaim(git: Git, gitDir: string, ask: { way: Way; ref: string; as: string }): Promise<void> {
  const { way, ref, as } = ask;
  const args = [...["-c", "fetch.fsckObjects=true"], ...fetching, "--update-shallow", "--force", "--end-of-options"];
  const exit = await git.network({
    gitDir,
    args: [...args, way.url, `${ref}:${as}`],
    env: environmentOf(way),
    timeoutMs: patienceMs,
  });
  if (exit.code !== 0) throw failed("could not fetch the base", exit.stderr);
}

export async function pushClaim(
  git: Git,
  gitDir: string,
  sent: { way: Way; ref: string; commit: CommitSha },
): Promise<void> {
  const { way, ref, commit } = sent;
  const quiet = ["--quiet", "--no-verify", "--no-follow-tags", "--recurse-submodules=no"];
  const exit = await git.network({
    gitDir,
    args: ["push", ...quiet, "--end-of-options", way.url, `+${commit}:${ref}`],
    env: environmentOf(way),
    timeoutMs: patienceMs,
  });
  if (exit.code !== 0) throw failed("could not push the capture", exit.stderr);
}

/** In the environment: arguments are seen by everyone on the machine. */
function environmentOf({ token, ca }: Way): Readonly<Record<string, string>> {
  const settings = [
    ...(token === null ? [] : [["http.extraHeader", `Authorization: Bearer ${token}`] as const]),
    ...(ca === null ? [] : [["http.sslCAInfo", ca] as const]),
    ["http.followRedirects", "false"] as const,
    ["protocol.version", "0"] as const,
  ];
  return {
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${String(at)}`, key],
        [`GIT_CONFIG_VALUE_${String(at)}`, value],
      ]),
    ),
  };
}

/** A fault that may pass: the conductor is replaced, or its network is back in a moment. */
function failed(what: string, stderr: string): TuttiError {
  return new TuttiError("git.failed", `${what}: ${wordsOf(stderr).trim().slice(0, 2000)}`, { audience: "environment" });
}
