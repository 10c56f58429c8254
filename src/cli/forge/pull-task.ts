import { isQuiet, pullPrompt } from "../../plan/pull.ts";
import { usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { openPull } from "./pull.ts";

interface Asked {
  readonly prompts: readonly string[];
  readonly repo?: string;
  readonly target?: string;
  readonly draft?: boolean;
  readonly issue?: string;
  readonly file?: string;
  readonly interactive?: true;
}

/** A task on a pull request as a task: what was said of it is the prompt, its branch is where the result lands. */
export async function pullAsTask<Options extends Asked>(
  terminal: Terminal,
  name: string,
  options: Options,
): Promise<Options & { readonly repo: string; readonly target: string }> {
  refuseBeside(options);
  const { reference, pull, repo } = await openPull(terminal, name, options.repo);
  if (isQuiet(pull) && options.prompts.length === 0)
    throw usage(
      `${reference.name} has neither comments nor failed checks: there is nothing to do`,
      `Say what is to be done: tutti task --pr ${name} "PROMPT"; or have it reviewed: tutti task --pr ${name} --review`,
    );
  const prompt = pullPrompt({ ...pull, name: reference.name }, options.prompts);
  return { ...options, prompts: [prompt], repo, target: pull.head.branch };
}

export function refuseBeside({ target, draft, issue, file, interactive }: Asked): void {
  const beside = {
    "--target": target,
    "--draft": draft,
    "--issue": issue,
    "--file": file,
    "--interactive": interactive,
  };
  for (const [flag, value] of Object.entries(beside))
    if (value !== undefined)
      throw usage(
        `${flag} does not go with a pull request that is there already`,
        "Its own branch is worked on, by itself. Leave the option out.",
      );
}
