import type { IncomingMessage } from "node:http";
import type { Snowflake } from "sdkpp/wire";

/** A request to an activity's proxy. */
export interface ProxiedTarget {
  readonly applicationId: Snowflake;
  /** Path and query, percent-encoded, without the prefix `/.proxy`. */
  readonly path: string;
  /** Whether the activity has an origin of its own, by its host; by a path it shares the platform's. */
  readonly hasOwnOrigin: boolean;
}

const ID = /^[0-9]{1,20}$/;
const HOST = /^(?<id>[0-9]{1,20})\.localhost(?::[0-9]{1,5})?$/i;
const FOLDER = "/_proxy/";
/** Older pages write it before each path; it changes nothing (H§13.2). */
const OLD_PREFIX = /^\/\.proxy(?=[/?]|$)/;

/** The target of `<application id>.localhost`, or of `/_proxy/<application id>/` on other hosts; undefined: not for a proxy. */
export function proxiedTarget({ url = "/", headers }: IncomingMessage): ProxiedTarget | undefined {
  const { id } = HOST.exec(headers.host ?? "")?.groups ?? {};
  if (id !== undefined) return { applicationId: id, path: withoutPrefix(url), hasOwnOrigin: true };
  if (!url.startsWith(FOLDER)) return undefined;
  const rest = url.slice(FOLDER.length);
  const end = rest.search(/[/?]|$/);
  const applicationId = rest.slice(0, end);
  const path = withoutPrefix(rest.slice(end));
  return ID.test(applicationId) ? { applicationId, path, hasOwnOrigin: false } : undefined;
}

function withoutPrefix(path: string): string {
  const bare = path.replace(OLD_PREFIX, "");
  return bare.startsWith("/") ? bare : `/${bare}`;
}
