/** The checks before a request is answered. */
export interface Asked {
  readonly method: string;
  readonly header: (name: string) => string | undefined;
}

/**
 * Why a request is refused, as a sentence; `null`: it comes from a page of this server, or from no page at all. Every web
 * page in the person's browser reaches the loopback address, and a name that its owner points there (DNS rebinding) makes
 * such a page look like one of ours to the browser. So the Host has to be exact, and so has the Origin.
 */
export function refusalOf({ method, header }: Asked, port: number): string | null {
  const host = header("host");
  if (host === undefined || !hostsOf(port).includes(host)) return "this server answers only under its loopback address";
  const origin = header("origin");
  if (origin !== undefined && origin !== `http://${host}`) return "a page of another origin asks";
  const site = header("sec-fetch-site");
  const isPlainLook = method === "GET" && header("sec-fetch-mode") === "navigate";
  if (site !== undefined && site !== "same-origin" && site !== "none" && !isPlainLook)
    return "a page of another site asks";
  if (isChange(method) && origin === undefined) return "the Origin is missing";
  return null;
}

export function isChange(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}

function hostsOf(port: number): readonly string[] {
  return [`127.0.0.1:${String(port)}`, `localhost:${String(port)}`];
}
