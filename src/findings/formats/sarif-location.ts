import { array, get, text, whole } from "./json.ts";

/** Where a result says it is; a result without one is about the whole. */
export function firstLocation(result: unknown): unknown {
  return get(array(get(result, "locations"))[0], "physicalLocation");
}

/**
 * A file's name comes as a URI, by itself or in the run's list of artifacts, absolute or below a base that has a name.
 */
export function fileOf(place: unknown, run: unknown): string {
  const written = get(place, "artifactLocation");
  const index = whole(get(written, "index"));
  const location =
    text(get(written, "uri")) === null && index !== null
      ? get(array(get(run, "artifacts"))[index], "location")
      : written;
  const uri = text(get(location, "uri")) ?? "";
  const base = text(get(location, "uriBaseId"));
  const isAbsolute = /^(?:[a-z][a-z\d+.-]+:|\/)/i.test(uri);
  return pathOf(isAbsolute || base === null ? uri : `${baseUri(base, run)}${uri}`);
}

/** Bases that stay unsaid are taken for the folder the tool ran in. */
function baseUri(name: string, run: unknown): string {
  const uri = text(get(get(get(run, "originalUriBaseIds"), name), "uri")) ?? "";
  return uri === "" || uri.endsWith("/") ? uri : `${uri}/`;
}

function pathOf(uri: string): string {
  const path = uri.replace(/^file:(?:\/\/[^/]*)?(?=\/)/i, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
