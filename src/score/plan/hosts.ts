/** Which hosts a program may reach. */
export interface HostRule {
  /** In lower case, without brackets. */
  readonly name: string;
  /** It, and all names below it. */
  readonly isWild: boolean;
  /** Absent: the ports of the web. */
  readonly port?: number;
}

const webPorts: readonly number[] = [80, 443];
const highestPort = 65_535;

/** `null`: it is none. */
export function hostRule(written: string): HostRule | null {
  const [, wild, name = "", bracketed, port] =
    /^(\*\.)?(?:([A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?)|\[([0-9A-Fa-f:.]+)\])(?::(\d{1,5}))?$/.exec(written) ??
    [];
  const host = (bracketed ?? name).toLowerCase();
  if (host === "" || host.includes("..") || (bracketed !== undefined && wild !== undefined)) return null;
  if (port === undefined) return { name: host, isWild: wild !== undefined };
  const number = Number(port);
  return number < 1 || number > highestPort ? null : { name: host, isWild: wild !== undefined, port: number };
}

/** The rule that allows a host, in the form of a rule; `undefined`: there is none. */
export function allowing(rules: readonly HostRule[], host: string, port: number): HostRule | undefined {
  const name = host.toLowerCase().replace(/\.$/, "");
  return rules.find(
    (rule) =>
      (rule.port === undefined ? webPorts.includes(port) : rule.port === port) &&
      (rule.name === name || (rule.isWild && name.endsWith(`.${rule.name}`))),
  );
}
