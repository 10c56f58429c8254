/** What a page needs to talk to its conductor. */
export interface Entrance {
  readonly csrf: string;
  readonly version: string;
}

/** `null`: nobody is logged in. */
export async function enter(): Promise<Entrance | null> {
  await logInByLink();
  const answer = await fetch("/session");
  return answer.ok ? ((await answer.json()) as Entrance) : null;
}

/** The token is taken out of the address before anything else: it must not be shared with a link to a page. */
async function logInByLink(): Promise<void> {
  const token = /^#login=([\w-]+)$/.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(null, "", location.pathname + location.search);
  await fetch("/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
}

export async function logOut(csrf: string): Promise<void> {
  await fetch("/logout", { method: "POST", headers: { "x-tutti-csrf": csrf } });
  location.assign("/");
}
