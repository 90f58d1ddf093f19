import { createServer, type RequestListener, type Server } from "node:http";
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from "fastify";
import { members } from "../../guard/arguments.js";
import type { Guard } from "../../guard/guard.js";
import type { HostRule } from "../../sockets/host-rule.js";
import { timeLimits } from "../../sockets/time-limits.js";
import { findOperation, invoke, positional, type NamedArguments } from "../calls.js";
import type { PlatformReport } from "../access.js";
import type { ControlTable } from "../operation.js";
import { toJson } from "../values.js";
import { Admission } from "./admission.js";
import { EventStreams, type EventsParts } from "./events.js";
import { failure, failureOf, type FailedResponse } from "./failure.js";
import { frontPage } from "./front-page.js";
import { openApi } from "./openapi.js";

export interface DoorOptions extends EventsParts {
  /** All operations: those of control, and of the groups that extend it. */
  readonly table: ControlTable;
  readonly further: Readonly<Record<string, unknown>>;
  readonly token: string;
  /** Addresses of the platform that the front page shows, by name. */
  readonly addresses: Readonly<Record<string, string>>;
  /** The report for programs with the token. */
  readonly report: PlatformReport;
  readonly hosts: HostRule;
  readonly requestTimeoutMs: number;
}

const BASE = "/control/v1";
/** A picture of 10 MiB in base64, with room. */
const BODY_BYTES_MAX = 32 << 20;

/** The control API over HTTP, not listening yet: each operation of its table is `POST /control/v1/<group>/<name>`. */
export function makeControlServer(options: DoorOptions): FastifyInstance {
  const { hosts, token, guard } = options;
  const admission = new Admission(token, hosts);
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    serverFactory: (handler) => guardedServer(handler, options),
  });
  acceptJson(app);
  app.setErrorHandler((error, _request, reply) =>
    send(reply, badRequest(error) ?? failureOf(error) ?? faultOfOurs(error, guard)),
  );
  app.setNotFoundHandler((request, reply) =>
    send(reply, admission.refusal(request.headers) ?? unknownPath()),
  );
  mountPublic(app, admission, options);
  // Before the body is read: a stranger's megabytes are nobody's.
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    const refused = admission.refusalWithout(request.headers);
    if (refused === undefined) done();
    else send(reply, refused);
  };
  app.get(`${BASE}/platform`, { onRequest }, (_request, reply) =>
    reply.header("content-type", "application/json").send(JSON.stringify(options.report)),
  );
  new EventStreams(options).mount(app, `${BASE}/events`, onRequest);
  app.route<{ Params: { group: string; name: string } }>({
    method: "POST",
    url: `${BASE}/:group/:name`,
    onRequest,
    handler: (request, reply) => perform(options, request, reply),
  });
  return app;
}

function guardedServer(handler: RequestListener, { guard, requestTimeoutMs }: DoorOptions): Server {
  return createServer(timeLimits(requestTimeoutMs), (request, response) =>
    guard.run(
      "a request",
      () => void handler(request, response),
      () => void response.destroy(),
    ),
  );
}

/** Mounts the paths that need no token: they tell no secret and change nothing. */
function mountPublic(app: FastifyInstance, admission: Admission, { addresses, table }: DoorOptions): void {
  const serve = (url: string, type: string, body: () => string) =>
    app.get(url, (request, reply) => {
      const refused = admission.refusal(request.headers);
      if (refused !== undefined) return send(reply, refused);
      return reply.header("content-type", type).header("cache-control", "no-store").send(body());
    });
  const json = "application/json";
  serve("/", "text/html; charset=utf-8", () => frontPage(addresses));
  serve(`${BASE}/health`, json, () => JSON.stringify({ status: "ok", addresses }));
  serve(`${BASE}/openapi.json`, json, () => JSON.stringify(openApi(table)));
}

async function perform(
  { control, table, further }: DoorOptions,
  { params, body }: FastifyRequest<{ Params: { group: string; name: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const operation = findOperation(table, params.group, params.name);
  if (operation === undefined) return send(reply, unknownOperation(table, params.group));
  const given = members("body", body ?? {}, "a JSON object with the arguments by name") as NamedArguments;
  const groups = Object.hasOwn(further, operation.group) ? further : control;
  const gone = new AbortController();
  // Nobody else ends a wait of somebody who has gone.
  reply.raw.once("close", () => gone.abort());
  let result: unknown;
  try {
    result = await invoke(groups, operation, positional(table, operation, given), gone.signal);
  } catch (error) {
    if (gone.signal.aborted && error === gone.signal.reason) return reply.hijack();
    throw error;
  }
  if (operation.result === undefined) return reply.code(204).send();
  return reply.header("content-type", "application/json").send(toJson(result ?? null));
}

/** Only JSON: a page can send any other type of content without asking first. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: FastifyRequest, body: string) => {
      if (body === "") return undefined;
      try {
        return JSON.parse(body) as unknown;
      } catch {
        throw new BadRequest(400, "The body is not JSON.");
      }
    },
  );
  app.addContentTypeParser("*", { parseAs: "string" }, async (_request: FastifyRequest, body: string) => {
    if (body === "") return undefined;
    throw new BadRequest(415, "The body must be JSON, with the header `Content-Type: application/json`.");
  });
}

class BadRequest extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** The response to an error of the framework or of a parser; undefined: an operation has thrown it. */
function badRequest(error: unknown): FailedResponse | undefined {
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  return statusCode < 500 ? failure(statusCode, "BadRequest", message) : undefined;
}

function faultOfOurs(error: unknown, guard: Guard): FailedResponse {
  guard.report("an operation", error);
  return failure(
    500,
    "InternalError",
    "The operation failed because of a fault of the platform; its log says more.",
  );
}

function unknownOperation({ operations }: ControlTable, group: string): FailedResponse {
  const names = operations.filter((one) => one.group === group).map(({ name }) => name);
  const groups = [...new Set(operations.map((one) => one.group))];
  const known =
    names.length > 0 ? `The group ${group} has ${names.join(", ")}.` : `The groups are ${groups.join(", ")}.`;
  const people =
    group === "actors"
      ? " People are on a platform that `sdkpp-test serve` or `sdkpp-test exec` starts."
      : "";
  return failure(404, "NotFound", `There is no such operation. ${known}${people}`);
}

function unknownPath(): FailedResponse {
  return failure(404, "NotFound", `Operations are POST ${BASE}/<group>/<name>; see ${BASE}/openapi.json.`);
}

function send(reply: FastifyReply, { status, body }: FailedResponse): FastifyReply {
  return reply.code(status).header("content-type", "application/json").send(toJson(body));
}
