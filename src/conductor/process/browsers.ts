import type { HttpDoor, HttpParts } from "../../api/http/serve.ts";

/** The door for browsers. It is opened by the first call for a link: most conductors never serve one. */
export interface Browsers {
  readonly link: () => Promise<string>;
  readonly followers: () => number;
  close(): Promise<void>;
}

export function makeBrowsers(parts: () => HttpParts): Browsers {
  let opening: Promise<HttpDoor> | undefined;
  let door: HttpDoor | undefined;
  const open = async (): Promise<HttpDoor> => {
    const { openHttpDoor } = await import("../../api/http/serve.ts");
    return (door = await openHttpDoor(parts()));
  };
  return {
    link: async () => {
      opening ??= open();
      // A failure is told to each caller that it met, and the next one tries again.
      opening.catch(() => (opening = undefined));
      return (await opening).link();
    },
    followers: () => door?.followers() ?? 0,
    close: async () => {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
