import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The figures for Prometheus, on the loopback address. */
export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A name that a web page brings along is refused: pages reach the loopback address too. */
const hosts = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

export async function serveMetrics(port: number, text: () => string): Promise<MetricsServer> {
  const server = createServer(({ method, url, headers }, answer) => {
    if (!hosts.test(headers.host ?? "") || headers.origin !== undefined) answer.writeHead(403).end();
    else if (method !== "GET" || url !== "/metrics") answer.writeHead(404).end();
    else answer.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
