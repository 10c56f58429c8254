/** Which system calls a filter refuses. `strict`: also those that make namespaces. */
export type FilterLevel = "write" | "strict";

interface Instruction {
  readonly code: number;
  readonly k: number;
  readonly yes?: number;
  readonly no?: number;
}

/** Marks of the machine of seccomp(2). */
const codes = { load: 0x20, isEqual: 0x15, isAtLeast: 0x35, hasAny: 0x45, and: 0x54, end: 0x06 } as const;
const answers = { allow: 0x7f_ff_00_00, kill: 0x80_00_00_00, error: 0x00_05_00_00 } as const;
const errors = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;

/** Where the kernel shows a call to a filter. */
const at = { number: 0, processor: 4, first: 16, second: 24 } as const;

type Numbers = Readonly<Record<string, number>>;

/** Calls that reach the kernel, the machine or keys of the person, by processor. */
const refused: Readonly<Record<"x64" | "arm64", Numbers>> = {
  x64: {
    ...{ add_key: 248, request_key: 249, keyctl: 250 },
    ...{ bpf: 321, perf_event_open: 298, userfaultfd: 323, fanotify_init: 300, open_by_handle_at: 304 },
    ...{ kexec_load: 246, kexec_file_load: 320, init_module: 175, finit_module: 313, delete_module: 176 },
    ...{ mount: 165, umount2: 166, pivot_root: 155, setns: 308 },
    ...{ swapon: 167, swapoff: 168, reboot: 169, acct: 163, quotactl: 179, syslog: 103, vhangup: 153 },
    ...{ settimeofday: 164, clock_settime: 227, sethostname: 170, setdomainname: 171, lookup_dcookie: 212 },
    ...{ iopl: 172, ioperm: 173, uselib: 134, nfsservctl: 180 },
  },
  arm64: {
    ...{ add_key: 217, request_key: 218, keyctl: 219 },
    ...{ bpf: 280, perf_event_open: 241, userfaultfd: 282, fanotify_init: 262, open_by_handle_at: 265 },
    ...{ kexec_load: 104, kexec_file_load: 294, init_module: 105, finit_module: 273, delete_module: 106 },
    ...{ mount: 40, umount2: 39, pivot_root: 41, setns: 268 },
    ...{ swapon: 224, swapoff: 225, reboot: 142, acct: 89, quotactl: 60, syslog: 116, vhangup: 58 },
    ...{ settimeofday: 170, clock_settime: 112, sethostname: 161, setdomainname: 162, lookup_dcookie: 18 },
    ...{ nfsservctl: 42 },
  },
};
/** Newer ones have one number everywhere. */
const refusedEverywhere: Numbers = {
  ...{ open_tree: 428, move_mount: 429, fsopen: 430, fsconfig: 431, fsmount: 432, fspick: 433 },
  ...{ mount_setattr: 442, quotactl_fd: 443, open_tree_attr: 467 },
};
/** Programs do without them where the kernel does not know them. */
const unknown: Numbers = { io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 };
const clone3 = 435;

const looked = {
  x64: { processor: 0xc0_00_00_3e, socket: 41, ioctl: 16, unshare: 272, clone: 56 },
  arm64: { processor: 0xc0_00_00_b7, socket: 198, ioctl: 29, unshare: 97, clone: 220 },
} as const;

/** Namespaces of mounts, control groups, names, queues, users, processes and networks. */
const namespaces = 0x00_02_00_00 | 0x02_00_00_00 | 0x04_00_00_00 | 0x08_00_00_00 | 0x10_00_00_00 | 0x20_00_00_00;
const anyNamespace = namespaces | 0x40_00_00_00;
const timeNamespace = 0x80;

/** Typing into a terminal, and commands of the console. */
const terminalCalls = [0x54_12, 0x54_1c] as const;

/** Sockets by path, of the internet in both versions, and the kernel's own news of them. */
const families = { unix: 1, internet: 2, internet6: 10, netlink: 16 } as const;
/** Whole packets, written by the program itself. */
const rawKinds = [3, 10] as const;

/** The program for the kernel, in hexadecimal. */
export function filterFor(level: FilterLevel, arch: "x64" | "arm64"): string {
  return instructionsFor(level, arch).map(encoded).join("");
}

/** Calls that are not listed stay allowed: other layers refuse them. */
export function instructionsFor(level: FilterLevel, arch: "x64" | "arm64"): readonly Instruction[] {
  const { processor, socket, ioctl, unshare, clone } = looked[arch];
  const all = { ...refused[arch], ...refusedEverywhere };
  return [
    // A program of another kind of processor has other numbers for its calls.
    load(at.processor),
    ...unless({ code: codes.isEqual, k: processor }, [end(answers.kill)]),
    load(at.number),
    ...(arch === "x64" ? when({ code: codes.isAtLeast, k: 0x40_00_00_00 }, [refuse(errors.ENOSYS)]) : []),
    ...Object.values(all).flatMap((number) => whenCalled(number, [refuse(errors.EPERM)])),
    ...Object.values(unknown).flatMap((number) => whenCalled(number, [refuse(errors.ENOSYS)])),
    ...whenCalled(socket, socketRules()),
    ...whenCalled(ioctl, [load(at.second), ...oneOf(terminalCalls, refuse(errors.EPERM)), end(answers.allow)]),
    ...(level === "strict" ? noNamespaces(unshare, clone) : []),
    end(answers.allow),
  ];
}

function socketRules(): readonly Instruction[] {
  const internet = [
    load(at.second),
    { code: codes.and, k: 0xf },
    ...oneOf(rawKinds, refuse(errors.EPERM)),
    end(answers.allow),
  ];
  return [
    load(at.first),
    ...oneOf([families.unix, families.netlink], end(answers.allow)),
    // Read for one of the two, or neither.
    { code: codes.isEqual, k: families.internet, yes: 1 },
    { code: codes.isEqual, k: families.internet6, no: internet.length },
    ...internet,
    refuse(errors.EAFNOSUPPORT),
  ];
}

/** Arguments of the new call lie in memory, which no filter reads. Programs use the old call instead. */
function noNamespaces(unshare: number, clone: number): readonly Instruction[] {
  const asked = (mask: number): readonly Instruction[] => [
    load(at.first),
    ...when({ code: codes.hasAny, k: mask }, [refuse(errors.EPERM)]),
    end(answers.allow),
  ];
  return [
    ...whenCalled(clone3, [refuse(errors.ENOSYS)]),
    ...whenCalled(unshare, asked(anyNamespace | timeNamespace)),
    ...whenCalled(clone, asked(anyNamespace)),
  ];
}

function load(k: number): Instruction {
  return { code: codes.load, k };
}

function end(k: number): Instruction {
  return { code: codes.end, k };
}

function refuse(error: number): Instruction {
  return end(answers.error | error);
}

type Test = Pick<Instruction, "code" | "k">;

function when(test: Test, then: readonly Instruction[]): readonly Instruction[] {
  return [{ ...test, no: then.length }, ...then];
}

function unless(test: Test, then: readonly Instruction[]): readonly Instruction[] {
  return [{ ...test, yes: then.length }, ...then];
}

function whenCalled(number: number, then: readonly Instruction[]): readonly Instruction[] {
  return when({ code: codes.isEqual, k: number }, then);
}

function oneOf(values: readonly number[], then: Instruction): readonly Instruction[] {
  return values.flatMap((k) => when({ code: codes.isEqual, k }, [then]));
}

function encoded({ code, k, yes = 0, no = 0 }: Instruction): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(yes, 2);
  bytes.writeUInt8(no, 3);
  bytes.writeUInt32LE(k >>> 0, 4);
  return bytes.toString("hex");
}
