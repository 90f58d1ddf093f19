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

/** What a handler is given: all of it already checked. */
export interface RouteRequest<Path extends string, Body> {
  readonly actor: Actor;
  /** Snowflakes, checked; ids of sessions and of games' own users as they came. */
  readonly params: Readonly<Record<ParamNames<Path>, string>>;
  readonly body: Body;
  /** Of the query string, as it came. */
  readonly query: Query;
}

/** Where clients are sent; known once the platform listens. */
export interface Addresses {
  readonly webBase: string;
  readonly gateway: string;
}

export interface RouteSpec<Path extends string, Schema extends TSchema> {
  /** Section of the HTTP documentation. */
  readonly docs: string;
  readonly auth: "bot" | "bearer" | "any" | "none";
  /** What a bearer token must have been granted; of several, one is enough. */
  readonly scope?: string | readonly string[];
  readonly body?: Schema;
  /** Of a success; 200, or 204 when the reply is undefined. */
  readonly status?: number;
  handle(request: RouteRequest<Path, Static<Schema>>, world: World, addresses: Addresses): Result<unknown>;
}

/** A route as data; whoever serves it fills in the rest. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly docs: string;
  readonly auth: "bot" | "bearer" | "any" | "none";
  readonly scopes: readonly string[];
  readonly body: TSchema | undefined;
  readonly status: number | undefined;
  handle(request: RouteRequest<string, never>, world: World, addresses: Addresses): Result<unknown>;
}

export function route<const Path extends string, Schema extends TSchema>(
  method: Method,
  path: Path,
  spec: RouteSpec<Path, Schema>,
): Route {
  const { docs, auth, scope = [], body, status, handle } = spec;
  const scopes = typeof scope === "string" ? [scope] : scope;
  return { method, path, docs, auth, scopes, body, status, handle: handle as Route["handle"] };
}
