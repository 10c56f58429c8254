import { request } from "node:http";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

interface HttpQuestion {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Does not wait for the end of the answer. */
  readonly onlyHead?: boolean;
}

/** One request as it is written here: a forged Host and Origin too, which `fetch` would not send. */
export function askHttp(
  port: number,
  { method, path, headers = {}, body, onlyHead }: HttpQuestion,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (answer) => {
      const end = (text: string): void =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
      if (onlyHead === true) {
        end("");
        asking.destroy();
        return;
      }
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () => end(text)).on("error", reject);
    });
    asking.on("error", (error) => (onlyHead === true ? undefined : reject(error)));
    asking.end(body);
  });
}
