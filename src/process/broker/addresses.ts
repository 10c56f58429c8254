import { BlockList, isIP } from "node:net";

/** Networks that are not the internet: this machine, its own networks, services of clouds, groups of machines. */
const near = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  near.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
  ["2002::", 16],
] as const)
  near.addSubnet(network, bits, "ipv6");

/** Whether an address lies outside of the internet. One of version 4 may be written as one of version 6. */
export function isNear(address: string): boolean {
  const version = isIP(address);
  // A list knows both forms of an address of version 4.
  return version === 0 || near.check(address, version === 4 ? "ipv4" : "ipv6");
}
