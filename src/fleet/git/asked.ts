type Service = "git-upload-pack" | "git-receive-pack";

interface Asked {
  readonly epoch: number;
  readonly service: Service;
  readonly isAdvertised: boolean;
}

/** The subject of a request; `null`: nothing that is served. */
export function askedBy(method: string, url: string): Asked | null {
  const match = /^\/git\/(\d{1,15})\/(info\/refs\?service=)?(git-upload-pack|git-receive-pack)$/.exec(url);
  if (match === null) return null;
  const isAdvertised = match[2] !== undefined;
  if (method !== (isAdvertised ? "GET" : "POST")) return null;
  return { epoch: Number(match[1]), service: match[3] as Service, isAdvertised };
}
