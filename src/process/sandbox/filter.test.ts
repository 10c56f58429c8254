import { describe, expect, it } from "vitest";
import { type FilterLevel, filterFor, instructionsFor } from "./filter.ts";

const processors = { x64: 0xc0_00_00_3e, arm64: 0xc0_00_00_b7 } as const;

interface Call {
  readonly number: number;
  readonly args?: readonly number[];
  readonly processor?: number;
}

/** As the kernel's machine reads a filter. */
function answer(level: FilterLevel, arch: "x64" | "arm64", call: Call): string {
  const { number, args = [], processor = processors[arch] } = call;
  const instructions = instructionsFor(level, arch);
  let value = 0;
  for (let at = 0; ; at += 1) {
    const { code, k, yes = 0, no = 0 } = instructions[at] ?? { code: 0, k: 0 };
    const jump = (isTrue: boolean): void => void (at += isTrue ? yes : no);
    if (code === 0x20) value = k === 0 ? number : k === 4 ? processor : (args[(k - 16) / 8] ?? 0);
    else if (code === 0x54) value &= k;
    else if (code === 0x15) jump(value === k);
    else if (code === 0x35) jump(value >= k);
    else if (code === 0x45) jump((value & k) !== 0);
    else if (code === 0x06) return k === 0x7f_ff_00_00 ? "allow" : k === 0x80_00_00_00 ? "kill" : String(k & 0xffff);
    else throw new Error(`there is no instruction ${String(code)} at ${String(at)}`);
  }
}

const [eperm, enosys, unsupported] = ["1", "38", "97"];

describe.each([
  ["x64", { openat: 257, keyctl: 250, bpf: 321, mount: 165, socket: 41, ioctl: 16, clone: 56, unshare: 272 }],
  ["arm64", { openat: 56, keyctl: 219, bpf: 280, mount: 40, socket: 198, ioctl: 29, clone: 220, unshare: 97 }],
] as const)("a filter for %s", (arch, { openat, keyctl, bpf, mount, socket, ioctl, clone, unshare }) => {
  it.each(["write", "strict"] as const)("refuses at level %s what reaches keys and the kernel", (level) => {
    for (const number of [keyctl, bpf, mount, 428, 430, 442]) expect(answer(level, arch, { number })).toBe(eperm);
    expect(answer(level, arch, { number: 425 })).toBe(enosys);
    expect(answer(level, arch, { number: openat })).toBe("allow");
    expect(answer(level, arch, { number: openat, processor: 0x40_00_00_03 })).toBe("kill");
    for (const [family, kind, expected] of [
      [1, 1, "allow"],
      [2, 1, "allow"],
      [2, 0x8_00_02, "allow"],
      [10, 3, eperm],
      [2, 0x8_00_03, eperm],
      [2, 10, eperm],
      [16, 3, "allow"],
      [17, 3, unsupported],
      [40, 1, unsupported],
    ] as const)
      expect([family, kind, answer(level, arch, { number: socket, args: [family, kind] })]).toEqual([
        family,
        kind,
        expected,
      ]);
    expect(answer(level, arch, { number: ioctl, args: [0, 0x54_12] })).toBe(eperm);
    expect(answer(level, arch, { number: ioctl, args: [0, 0x54_13] })).toBe("allow");
  });

  it("refuses namespaces at level strict alone", () => {
    for (const number of [clone, unshare]) {
      expect(answer("strict", arch, { number, args: [0x10_00_00_11] })).toBe(eperm);
      expect(answer("strict", arch, { number, args: [0x01_20_00_11] })).toBe("allow");
      expect(answer("write", arch, { number, args: [0x10_00_00_11] })).toBe("allow");
    }
    expect(answer("strict", arch, { number: 435 })).toBe(enosys);
    expect(answer("write", arch, { number: 435 })).toBe("allow");
  });
});

it("calls of the second table of numbers of x64 are unknown, and programs of eight bytes an instruction are written", () => {
  expect(answer("write", "x64", { number: 0x40_00_00_01 })).toBe(enosys);
  expect(filterFor("write", "x64").slice(0, 32)).toBe("2000000004000000150001003e0000c0");
});
