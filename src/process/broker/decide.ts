import { isIP } from "node:net";
import { isNear } from "./addresses.ts";

/** Which hosts may be reached; see `HostRule` of the plan. */
export type Allows = (host: string, port: number) => boolean;

export interface Target {
  readonly host: string;
  readonly port: number;
}

/** `host:port` of a request, or `null`. */
export function targetOf(written: string, usualPort: number): Target | null {
  const [, bracketed, name, port] = /^(?:\[([0-9a-f:.]+)\]|([^:/@\s[\]]+))(?::(\d{1,5}))?$/i.exec(written) ?? [];
  const host = (bracketed ?? name ?? "").toLowerCase().replace(/\.$/, "");
  const number = port === undefined ? usualPort : Number(port);
  return host === "" || number < 1 || number > 65_535 ? null : { host, port: number };
}

export type Choice =
  | { readonly kind: "go"; readonly address: string }
  | { readonly kind: "refused"; readonly why: string };

/**
 * The address that a connection is made to: the one that was looked at, so that a second answer of the name server
 * changes nothing. A name does not lead to an address near this machine, unless that address is allowed by itself.
 */
export function chooseAddress({ host, port }: Target, addresses: readonly string[], allows: Allows): Choice {
  if (!allows(host, port)) return { kind: "refused", why: "it is not among the hosts of sandbox.network" };
  const isNamed = isIP(host) !== 0 || host === "localhost";
  const address = addresses.find((one) => isNamed || !isNear(one) || allows(one, port));
  if (address !== undefined) return { kind: "go", address };
  return {
    kind: "refused",
    why:
      addresses.length === 0
        ? "its name has no address"
        : `its name leads to ${addresses[0] ?? ""}, which is no address of the internet`,
  };
}
