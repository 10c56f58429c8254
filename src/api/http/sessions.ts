import { createHash, randomBytes } from "node:crypto";

/** Browsers that a person let in. Nothing of it is on the disk: a conductor that starts anew knows none of them. */
export interface Sessions {
  /** A token that lets one browser in, once and soon. */
  invite(): string;
  /** The session's own token; `null`: the invitation is unknown, used or too old. */
  enter(invitation: string): string | null;
  find(token: string): Session | null;
}

export interface Session {
  /** Every request that changes something has to carry it: a page of another origin can't read it. */
  readonly csrf: string;
  /** Called when the session ends. */
  readonly onEnd: Set<() => void>;
  end(): void;
}

const invitationMs = 5 * 60_000;
const unusedMs = 24 * 3_600_000;
/** The oldest go first. */
const mostInvitations = 20;
const mostSessions = 50;

export function makeSessions(now: () => number): Sessions {
  const invitations = new Map<string, number>();
  const sessions = new Map<string, Session & { usedAt: number }>();
  const drop = (key: string): void => {
    const session = sessions.get(key);
    sessions.delete(key);
    for (const call of session?.onEnd ?? []) call();
  };
  return {
    invite() {
      const token = newToken();
      invitations.set(keyOf(token), now());
      for (const old of [...invitations.keys()].slice(0, -mostInvitations)) invitations.delete(old);
      return token;
    },
    enter(invitation) {
      const invitedAt = invitations.get(keyOf(invitation));
      invitations.delete(keyOf(invitation));
      if (invitedAt === undefined || now() - invitedAt > invitationMs) return null;
      const token = newToken();
      const key = keyOf(token);
      sessions.set(key, { csrf: newToken(), onEnd: new Set(), usedAt: now(), end: () => drop(key) });
      for (const old of [...sessions.keys()].slice(0, -mostSessions)) drop(old);
      return token;
    },
    find(token) {
      const key = keyOf(token);
      const session = sessions.get(key);
      if (session === undefined) return null;
      if (now() - session.usedAt > unusedMs) {
        drop(key);
        return null;
      }
      session.usedAt = now();
      return session;
    },
  };
}

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Looked up by a hash: how long a look-up takes tells nothing of the token. */
function keyOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
