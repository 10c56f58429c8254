import type { Chance } from "../seed.ts";

/** A line that looks a little like a secret and is none. */
export function innocentLine(chance: Chance): string {
  const hex = (length: number): string => Array.from({ length }, () => "0123456789abcdef"[chance.whole(16)]).join("");
  const number = (): number => chance.whole(1_000_000);
  const lines: readonly [() => string, ...(() => string)[]] = [
    () => `commit ${hex(40)}`,
    () => `Merge ${hex(7)}..${hex(12)} into main; tree ${hex(64)}`,
    () => `session ${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)} resumed`,
    () => `The token count is ${number()}; every token costs money and the password field is empty.`,
    () =>
      JSON.stringify({
        type: "usage",
        input_tokens: number(),
        cache_read_input_tokens: number(),
        token_type: "bearer",
        session_id: hex(32),
      }),
    () => `const token = readTokenFrom(request.headers); // see the Authorization: Bearer scheme, ${number()}`,
    () => "secret: the ingredient is love; api_key: see the documentation of your provider",
    () => `integrity sha512-${Buffer.from(hex(64), "hex").toString("base64")} resolved`,
    () => `data:image/png;base64,iVBORw0KGgo${Buffer.from(hex(90), "hex").toString("base64")}`,
    () => `GET https://host:8080/api/v1/items/${number()}?page=2&sort=asc 200`,
    () => `npm_config_cache=/home/me/.npm npm_package_version=1.2.${number()}`,
    () => `disk-usage-of-the-machine-${number()} and task-${number()}-of-many-words`,
    () => `a file that begins with -----BEGIN RSA PRIVATE KEY----- must not be committed (rule ${number()})`,
    () => `user.name@host.example wrote to git@github.com:owner/name-${number()}.git`,
    () => `docker pull registry.example/app:1.${number()}@sha256:${hex(64)}`,
    () => `expect(parser.parse("password=")).toEqual({ password: "" }); // ${number()}`,
  ];
  return chance.pick(lines)();
}
