import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type Broker, type BrokeredKey, openBroker } from "../../process/broker/broker.ts";
import type { Bridge } from "../../process/sandbox/sandbox.ts";
import { type HostRule, allowing, hostRule } from "../../score/plan/hosts.ts";
import type { NetworkPlan } from "../../score/plan/sandbox.ts";

/** The hosts that programs reach, and the keys that stay outside. */
export interface NetworkWish {
  /** Absent: all hosts, by way of the broker. */
  readonly hosts?: NetworkPlan;
  readonly keys: readonly KeyRule[];
  readonly onRefused: (host: string, why: string) => void;
}

/** A variable with a key, and the header that carries it. */
export interface KeyRule {
  readonly variable: string;
  readonly header: string;
  /** Before the key, such as `Bearer `. */
  readonly prefix: string;
  /** The variable that names the provider's address to the program, and the address where it is not set. */
  readonly base: { readonly variable: string; readonly to: string };
}

export interface NetworkWay {
  readonly network: "off" | Bridge;
  readonly env: Readonly<Record<string, string>>;
  /** Files that the bridge needs. */
  readonly read: readonly string[];
  close(): Promise<void>;
}

const bridgeProgram = fileURLToPath(new URL("../../../bin/bridge.js", import.meta.url));
/** In a network namespace of its own: no other program has it. */
const proxyPort = 3128;
const proxy = `http://127.0.0.1:${String(proxyPort)}`;

/** Opens the way of one run to the hosts that it may reach. */
export async function openNetwork(wish: NetworkWish, env: Readonly<Record<string, string>>): Promise<NetworkWay> {
  if (wish.hosts === "off" && wish.keys.length === 0)
    return { network: "off", env, read: [], close: () => Promise.resolve() };
  const rules = wish.hosts === undefined ? null : rulesOf(wish.hosts);
  const { keys, variables } = brokered(wish.keys, env);
  const broker: Broker = await openBroker({
    allows: (host, port) => rules === null || allowing(rules, host, port) !== undefined,
    keys,
    onRefused: wish.onRefused,
  });
  const doors = (rules ?? []).filter(isLoopback).map(({ port }) => String(port));
  return {
    network: { argv: [process.execPath, bridgeProgram, broker.socket, String(proxyPort), doors.join(","), "--"] },
    env: { ...env, ...proxyVariables, ...variables },
    read: [dirname(bridgeProgram), dirname(process.execPath), dirname(broker.socket)],
    close: () => broker.close(),
  };
}

function rulesOf(hosts: NetworkPlan): readonly HostRule[] {
  return hosts === "off" ? [] : hosts.map(hostRule).filter((rule) => rule !== null);
}

/** Programs ask for it without a proxy: the bridge listens there itself. */
function isLoopback({ name, port }: HostRule): boolean {
  return port !== undefined && (name === "localhost" || name === "127.0.0.1");
}

/** Loopback is the program's own, so it is asked without the proxy. */
const proxyVariables = {
  HTTP_PROXY: proxy,
  HTTPS_PROXY: proxy,
  http_proxy: proxy,
  https_proxy: proxy,
  ALL_PROXY: proxy,
  all_proxy: proxy,
  NO_PROXY: "localhost,127.0.0.1,::1",
  no_proxy: "localhost,127.0.0.1,::1",
  NODE_USE_ENV_PROXY: "1",
};

/** Stands where a program looks for a key. */
const placeholder = "held-by-tutti";

function brokered(
  rules: readonly KeyRule[],
  env: Readonly<Record<string, string>>,
): { readonly keys: readonly BrokeredKey[]; readonly variables: Readonly<Record<string, string>> } {
  const keys: BrokeredKey[] = [];
  const variables: Record<string, string> = {};
  for (const { variable, header, prefix, base } of rules) {
    const held = env[variable] ?? "";
    const to = env[base.variable] ?? base.to;
    if (held === "" || !URL.canParse(to)) continue;
    const name = `key-${String(keys.length)}`;
    keys.push({ name, to: new URL(to), header: header.toLowerCase(), value: `${prefix}${held}` });
    variables[variable] = placeholder;
    variables[base.variable] = `${proxy}/${name}`;
  }
  return { keys, variables };
}
