import { PICTURE_BYTES_MAX, UPLOAD_BYTES_MAX } from "sdkpp/wire";
import type { Static, TSchema } from "typebox";
import type { Actor } from "../domain/world/oauth2/actor.js";
import type { Upload } from "../domain/records/message/upload.js";
import type { Fault, Result } from "../domain/rules/outcome.js";
import type { World } from "../domain/world/world.js";
import type { QueryReader } from "./query.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Names between braces in a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The checked input of a handler. */
export interface RouteRequest<Path extends string, Body, Query = undefined> {
  readonly actor: Actor;
  /** Checked snowflakes; opaque ids are unchecked. */
  readonly params: Readonly<Record<ParamNames<Path>, string>>;
  readonly body: Body;
  /** Files of a multipart body. */
  readonly uploads: readonly Upload[];
  /** What `query` of the route reads. */
  readonly query: Query;
}

/** Addresses that clients receive; known once the platform listens. */
export interface Addresses {
  readonly webBase: string;
  readonly gateway: string;
}

/** What a check may ask of other rooms, and of addresses outside the platform. */
export interface Outside {
  /** What keeps an address from receiving the events of an application, in words; undefined: nothing. */
  eventWebhookProblem(applicationId: string, url: string): Promise<string | undefined>;
  /** Waits until there is a key that signs ID tokens. */
  currentKey(): Promise<unknown>;
}

export interface RouteSpec<Path extends string, Schema extends TSchema, Query> {
  /** Section of the HTTP documentation. */
  readonly docs: string;
  readonly auth: "bot" | "bearer" | "any" | "none";
  /** The scope that a bearer token needs; one of several is enough. */
  readonly scope?: string | readonly string[];
  readonly body?: Schema;
  /** Reads the parameters; stands before `handle`, whose types it gives. */
  readonly query?: (read: QueryReader) => Query;
  /** Status of a success; default 200, or 204 when the reply is undefined. */
  readonly status?: number;
  /** Size of the largest body, bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  /** A check that takes time. It runs before the operation and outside its transaction, and does none of its work. */
  check?(
    request: RouteRequest<Path, Static<Schema>, Query>,
    world: World,
    outside: Outside,
  ): Promise<Fault | undefined>;
  /** Whether the body may be multipart, with files. */
  readonly takesFiles?: boolean;
  /** Rejects callers before their body is read, where a token in the path is what they need. */
  early?(params: Readonly<Record<ParamNames<Path>, string>>, world: World): Fault | undefined;
  handle(
    request: RouteRequest<Path, Static<Schema>, Query>,
    world: World,
    addresses: Addresses,
  ): Result<unknown>;
}

/** Enough for a body with a picture of the largest size. */
export const PICTURE_BODY_LIMIT = PICTURE_BYTES_MAX * 2;

/** A route as data; `serve` interprets it. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly docs: string;
  readonly auth: "bot" | "bearer" | "any" | "none";
  readonly scopes: readonly string[];
  readonly body: TSchema | undefined;
  readonly query: ((read: QueryReader) => unknown) | undefined;
  readonly status: number | undefined;
  readonly bodyLimit: number | undefined;
  readonly check:
    | ((
        request: RouteRequest<string, never, never>,
        world: World,
        outside: Outside,
      ) => Promise<Fault | undefined>)
    | undefined;
  readonly takesFiles: boolean;
  readonly early: ((params: Readonly<Record<string, string>>, world: World) => Fault | undefined) | undefined;
  handle(request: RouteRequest<string, never, never>, world: World, addresses: Addresses): Result<unknown>;
}

export function route<const Path extends string, Schema extends TSchema, Query = undefined>(
  method: Method,
  path: Path,
  spec: RouteSpec<Path, Schema, Query>,
): Route {
  const { docs, auth, scope = [], body, query, status, takesFiles = false, check, early, handle } = spec;
  const bodyLimit = spec.bodyLimit ?? (takesFiles ? UPLOAD_BYTES_MAX : undefined);
  const scopes = typeof scope === "string" ? [scope] : scope;
  const rules = { docs, auth, scopes, body, query, status, bodyLimit, takesFiles };
  const typed = {
    check: check as Route["check"],
    early: early as Route["early"],
    handle: handle as Route["handle"],
  };
  return { method, path, ...rules, ...typed };
}
