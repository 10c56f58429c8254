/** The values that a page needs to talk to its conductor. */
export interface Entrance {
  readonly csrf: string;
  readonly version: string;
}

/** `null`: no user is logged in. */
export async function enter(): Promise<Entrance | null> {
  // The page of a browser that is logged in brings it.
  const given = { csrf: word("tutti-csrf"), version: word("tutti-version") };
  const hasToken = await logInByLink();
  if (given.csrf !== "" && !hasToken) return given;
  const answer = await fetch("/session");
  return answer.ok ? ((await answer.json()) as Entrance) : null;
}

function word(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

/** The token is taken out of the address before anything else: it must not be shared with a link to a page. */
async function logInByLink(): Promise<boolean> {
  const token = /^#login=([\w-]+)$/.exec(location.hash)?.[1];
  if (token === undefined) return false;
  history.replaceState(null, "", location.pathname + location.search);
  await fetch("/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  return true;
}

export async function logOut(csrf: string): Promise<void> {
  await fetch("/logout", { method: "POST", headers: { "x-tutti-csrf": csrf } });
  location.assign("/");
}
