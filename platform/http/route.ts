import { PICTURE_BYTES_MAX, type ExternalAuthType, type TokenPayload, type WebAddress } from "sdkpp/wire";
import type { Static, TSchema } from "typebox";
import type { Actor } from "../domain/world/oauth2/actor.js";
import type { ReadUpload, Upload } from "../domain/records/message/upload.js";
import type { Application } from "../domain/records/oauth2/application.js";
import type { ProvenAccount } from "../domain/rules/oauth2/provisional.js";
import type { IssuedTokens } from "../domain/rules/oauth2/tokens.js";
import type { FileSender } from "../domain/rules/posting/attachments.js";
import type { Fault, Result } from "../domain/rules/outcome.js";
import type { World } from "../domain/world/world.js";
import type { MultipartForm } from "./multipart.js";
import type { QueryReader } from "./query.js";
import type { Quota } from "./quotas.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Names between braces in a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The checked input of a handler. */
export interface RouteRequest<Path extends string, Body, Query = undefined, Prepared = undefined> {
  readonly actor: Actor;
  /** Checked snowflakes; opaque ids are unchecked. */
  readonly params: Readonly<Record<ParamNames<Path>, string>>;
  readonly body: Body;
  /** Files of a multipart body, whose bytes are kept. */
  readonly uploads: readonly Upload[];
  /** Small files of a form that are read instead. */
  readonly readUploads: readonly ReadUpload[];
  /** Result of the route's `query`. */
  readonly query: Query;
  /** Result of the route's `prepare`. */
  readonly prepared: Prepared;
  /** The language that the caller asks for. */
  readonly locale: string | undefined;
}

/** A reply that says 201 where others of the route say 200. */
export class Created {
  constructor(readonly body: unknown) {}
}

/** Addresses that clients receive; known once the platform listens. */
export interface Addresses {
  readonly webBase: string;
  readonly gateway: string;
}

/** Asynchronous work: of other rooms, and of addresses outside the platform. */
export interface Outside {
  /** The reason why an address cannot receive the events of an application, in words; undefined: it can. */
  eventWebhookProblem(applicationId: string, url: WebAddress): Promise<string | undefined>;
  /** The reason why an address cannot receive the interactions of an application, in words; undefined: it can. */
  interactionsProblem(applicationId: string, url: WebAddress): Promise<string | undefined>;
  /** Waits until there is a key that signs ID tokens. */
  currentKey(): Promise<unknown>;
  /** The tokens with their signed ID token. */
  withIdToken(issued: IssuedTokens): Promise<TokenPayload>;
  /** The account that an external token belongs to, as far as the application may know. */
  provenAccount(
    application: Application,
    type: ExternalAuthType,
    token: string,
  ): Promise<ProvenAccount | Fault>;
}

/** The part of a request that is known before its body is read. */
export type EarlyRequest<Path extends string> = Pick<
  RouteRequest<Path, unknown, unknown>,
  "params" | "actor"
>;

export interface RouteSpec<Path extends string, Schema extends TSchema, Query, Prepared> {
  /** Section of the HTTP documentation. */
  readonly docs: string;
  readonly auth: "bot" | "bearer" | "any" | "none";
  /** The scope that a bearer token needs; one of several is enough. */
  readonly scope?: string | readonly string[];
  readonly body?: Schema;
  /** Documented fields of the body that the platform does not build; values that ask for an effect are rejected. */
  readonly unbuilt?: readonly string[];
  /** Reads the parameters; stands before `handle`, whose types it gives. */
  readonly query?: (read: QueryReader) => Query;
  /** Status of a success; default 200, or 204 when the reply is undefined. */
  readonly status?: number;
  /** A limit of hours besides; default none. */
  readonly quota?: Quota;
  /** Size of the largest body, bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  /**
   * Checks and reads what takes time. It runs before the operation and outside its transaction, and does none of its work;
   * stands before `handle`, whose types it gives.
   */
  readonly prepare?: (
    request: Omit<RouteRequest<Path, Static<Schema>, Query>, "prepared">,
    world: World,
    outside: Outside,
  ) => Promise<Prepared | Fault>;
  /** Permitted content of a multipart body; undefined: the body is JSON. */
  readonly form?: MultipartForm;
  /** Says before the body is read who sends files, or why nobody does, where path and caller decide that. */
  early?(request: EarlyRequest<Path>, world: World): FileSender | Fault;
  handle(
    request: RouteRequest<Path, Static<Schema>, Query, Prepared>,
    world: World,
    addresses: Addresses,
  ): Result<unknown>;
  /** Completes a reply after the operation is stored. */
  finish?(reply: unknown, outside: Outside): Promise<unknown>;
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
  readonly unbuilt: readonly string[];
  readonly query: ((read: QueryReader) => unknown) | undefined;
  readonly status: number | undefined;
  readonly quota: Quota | undefined;
  readonly bodyLimit: number | undefined;
  readonly prepare:
    | ((
        request: Omit<RouteRequest<string, never, never>, "prepared">,
        world: World,
        outside: Outside,
      ) => Promise<unknown>)
    | undefined;
  readonly form: MultipartForm | undefined;
  readonly early: ((request: EarlyRequest<string>, world: World) => FileSender | Fault) | undefined;
  handle(
    request: RouteRequest<string, never, never, never>,
    world: World,
    addresses: Addresses,
  ): Result<unknown>;
  readonly finish: ((reply: unknown, outside: Outside) => Promise<unknown>) | undefined;
}

export function route<
  const Path extends string,
  Schema extends TSchema,
  Query = undefined,
  Prepared = undefined,
>(method: Method, path: Path, spec: RouteSpec<Path, Schema, Query, Prepared>): Route {
  const { docs, auth, scope = [], body, unbuilt = [], query, status, quota, form, finish } = spec;
  const bodyLimit = spec.bodyLimit ?? form?.bodyLimit;
  const scopes = typeof scope === "string" ? [scope] : scope;
  const rules = { docs, auth, scopes, body, unbuilt, query, status, quota, bodyLimit, form };
  const typed = {
    prepare: spec.prepare as Route["prepare"],
    early: spec.early as Route["early"],
    handle: spec.handle as Route["handle"],
    finish: finish?.bind(spec),
  };
  return { method, path, ...rules, ...typed };
}
