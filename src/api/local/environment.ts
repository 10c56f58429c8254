import { allowedEnvironment } from "../../process/environment.ts";

/** What an attempt is told of itself, and what asks for no conductor at all. */
const ofAttempts = /^TUTTI_(OWNER|ROLE|RUN|JOB|SHEET|ATTEMPT|PROMPT_FILE|WORKSPACE|STATE|EVENTS|VALUE_.*|LOCAL)$/;

/**
 * The environment of a conductor that a client starts. It outlives the client and plays for others too, so it gets what
 * the settings are made of and no more. An agent may be that client: with its marks, the conductor would be taken for a
 * left-over.
 */
export function conductorEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): Readonly<Record<string, string>> {
  const settings = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && /^TUTTI_/.test(entry[0]) && !ofAttempts.test(entry[0]),
  );
  return allowedEnvironment(env, { ...Object.fromEntries(settings), TUTTI_HOME: home });
}
