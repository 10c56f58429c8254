import type { EscapeAct } from "../acts.ts";

const python = (name: string, lines: string, more: Partial<EscapeAct> = {}): EscapeAct => ({
  name,
  needs: ["python3"],
  script: `timeout 20 python3 - <<'PY'\nimport os, socket, ctypes, struct\nE = os.environ\n${lines}\nPY`,
  ...more,
});

const limited = { network: "list" } as const;

function proxied(name: string, target: string): EscapeAct {
  const lines = `s = socket.create_connection(("127.0.0.1", 3128)); s.sendall(f"CONNECT ${target} HTTP/1.1\\r\\n\\r\\n".encode()); print(s.recv(999).decode()); print(s.recv(99).decode())`;
  return python(name, lines, limited);
}

function direct(name: string, lines: string): EscapeAct {
  return python(name, lines, { network: "off" });
}

/** Ways to a service of the machine and to the world, where the network is limited. */
export const networkActs: readonly EscapeAct[] = [
  direct("loopback", 's = socket.create_connection(("127.0.0.1", int(E["PORT"])), 5); print(s.recv(99).decode())'),
  direct(
    "loopback by name",
    's = socket.create_connection(("localhost", int(E["PORT"])), 5); print(s.recv(99).decode())',
  ),
  direct(
    "loopback of version 6",
    's = socket.create_connection(("::1", int(E["PORT"])), 5); print(s.recv(99).decode())',
  ),
  direct("any address", 's = socket.create_connection(("0.0.0.0", int(E["PORT"])), 5); print(s.recv(99).decode())'),
  direct(
    "address of the machine",
    's = socket.create_connection((E["ADDRESS"], int(E["PORT"])), 5); print(s.recv(99).decode())',
  ),
  direct(
    "abstract socket",
    's = socket.socket(socket.AF_UNIX); s.connect("\\0" + E["ABSTRACT"]); print(s.recv(99).decode())',
  ),
  direct(
    "UDP to loopback",
    's = socket.socket(type=socket.SOCK_DGRAM); s.settimeout(2); s.sendto(b"x", ("127.0.0.1", int(E["UDP"]))); print(s.recv(99).decode())',
  ),
  direct(
    "question to a name server",
    'import struct\ns = socket.socket(type=socket.SOCK_DGRAM); s.settimeout(2); s.sendto(b"\\0\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\7example\\3com\\0\\0\\1\\0\\1", (E["RESOLVER"], 53)); s.recv(99); print("service-answered")',
  ),
  direct("name by the resolver", 'socket.getaddrinfo("example.com", 80); print("service-answered")'),
  direct("metadata of a cloud", 's = socket.create_connection(("169.254.169.254", 80), 2); print("service-answered")'),
  direct(
    "raw socket",
    's = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP); s.sendto(b"\\10\\0\\xf7\\xff\\0\\0\\0\\0", ("127.0.0.1", 0)); open("reached", "a").write("wrote")',
  ),
  direct(
    "packets of an interface",
    's = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3); s.bind(("eth0", 0)); open("reached", "a").write("wrote")',
  ),
  {
    name: "network of process 1",
    script: `nsenter -t 1 -n sh -c 'tail -n +2 /proc/net/route | grep -q . && echo service-answered'`,
    network: "off",
  },
  {
    name: "network of a neighbour",
    script: `nsenter -t "$NEIGHBOUR" -n sh -c 'tail -n +2 /proc/net/route | grep -q . && echo service-answered'`,
    network: "off",
  },
  {
    name: "an interface of its own",
    script: "ip link add d0 type dummy && ip link set d0 up && echo wrote >>reached",
    network: "off",
  },
  { name: "a bridge of its own", script: "ip link add name b0 type bridge && echo wrote >>reached", network: "off" },
  {
    name: "curl without the proxy",
    needs: ["curl"],
    script: 'curl -sS -m 5 --noproxy "*" "http://127.0.0.1:$PORT/"',
    ...limited,
  },
  { name: "curl to an address", needs: ["curl"], script: 'curl -sS -m 5 "http://$ADDRESS:$PORT/"', ...limited },
  proxied("proxy to another port", '127.0.0.1:{E["PORT"]}'),
  proxied("proxy to localhost", 'localhost:{E["PORT"]}'),
  proxied("proxy to version 6", '[::1]:{E["PORT"]}'),
  proxied("proxy to a mapped address", '[::ffff:127.0.0.1]:{E["PORT"]}'),
  proxied("proxy to a short address", '127.1:{E["PORT"]}'),
  proxied("proxy to a number", '2130706433:{E["PORT"]}'),
  proxied("proxy to hexadecimal", '0x7f000001:{E["PORT"]}'),
  proxied("proxy to a name with a dot", 'localhost.:{E["PORT"]}'),
  proxied("proxy to upper case", 'LOCALHOST:{E["PORT"]}'),
  proxied("proxy to the metadata of a cloud", "169.254.169.254:80"),
  proxied("proxy to a host with a user", 'allowed.example@127.0.0.1:{E["PORT"]}'),
  proxied("proxy to a name below", 'allowed.example.evil.example:{E["PORT"]}'),
  python(
    "plain request to another port",
    's = socket.create_connection(("127.0.0.1", 3128)); s.sendall(f"GET http://127.0.0.1:{E[\'PORT\']}/ HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n".encode()); print(s.recv(999).decode())',
    limited,
  ),
  python(
    "plain request with another Host",
    's = socket.create_connection(("127.0.0.1", 3128)); s.sendall(f"GET http://127.0.0.1:{E[\'PORT\']}/ HTTP/1.1\\r\\nHost: allowed.example\\r\\n\\r\\n".encode()); print(s.recv(999).decode())',
    limited,
  ),
  python(
    "second request in one connection",
    's = socket.create_connection(("127.0.0.1", 3128)); s.sendall(f"GET http://no.example/ HTTP/1.1\\r\\nHost: no.example\\r\\n\\r\\nGET http://127.0.0.1:{E[\'PORT\']}/ HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n".encode()); print(s.recv(999).decode()); print(s.recv(999).decode())',
    limited,
  ),
  python(
    "key of another address",
    's = socket.create_connection(("127.0.0.1", 3128)); s.sendall(f"GET /key-0//127.0.0.1:{E[\'PORT\']}/ HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n".encode()); print(s.recv(999).decode())',
    limited,
  ),
];
