import { PICTURE_BYTES_MAX } from "sdkpp/wire";
import type { Static, TSchema } from "typebox";
import type { Actor } from "../domain/world/oauth2/actor.js";
import type { Result } from "../domain/rules/outcome.js";
import type { World } from "../domain/world/world.js";
import type { Query } from "./query.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Names between braces in a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The checked input of a handler. */
export interface RouteRequest<Path extends string, Body> {
  readonly actor: Actor;
  /** Checked snowflakes; opaque ids are unchecked. */
  readonly params: Readonly<Record<ParamNames<Path>, string>>;
  readonly body: Body;
  /** The parsed query string, unchecked. */
  readonly query: Query;
}

/** Addresses that clients receive; known once the platform listens. */
export interface Addresses {
  readonly webBase: string;
  readonly gateway: string;
}

export interface RouteSpec<Path extends string, Schema extends TSchema> {
  /** Section of the HTTP documentation. */
  readonly docs: string;
  readonly auth: "bot" | "bearer" | "any" | "none";
  /** The scope that a bearer token needs; one of several is enough. */
  readonly scope?: string | readonly string[];
  readonly body?: Schema;
  /** Status of a success; default 200, or 204 when the reply is undefined. */
  readonly status?: number;
  /** Size of the largest body, bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  handle(request: RouteRequest<Path, Static<Schema>>, world: World, addresses: Addresses): Result<unknown>;
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
  readonly status: number | undefined;
  readonly bodyLimit: number | undefined;
  handle(request: RouteRequest<string, never>, world: World, addresses: Addresses): Result<unknown>;
}

export function route<const Path extends string, Schema extends TSchema>(
  method: Method,
  path: Path,
  spec: RouteSpec<Path, Schema>,
): Route {
  const { docs, auth, scope = [], body, status, bodyLimit, handle } = spec;
  const scopes = typeof scope === "string" ? [scope] : scope;
  return { method, path, docs, auth, scopes, body, status, bodyLimit, handle: handle as Route["handle"] };
}
