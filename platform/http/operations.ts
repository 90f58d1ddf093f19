import { EXTERNAL_ID_MAX } from "sdkpp/wire";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { methodNotAllowed } from "../domain/rules/faults.js";
import type { Guard } from "../guard/guard.js";
import { limitedBody } from "./body-limit.js";
import { admitEarly, serve, type HandlerContext, type Limits } from "./handler.js";
import { ANY_PATH, fastifyPath, type DocumentedPath } from "./matched-path.js";
import type { MultipartForm } from "./multipart.js";
import { NOT_EMULATED, notEmulated } from "./not-emulated/operations.js";
import { PathTable } from "./path-table.js";
import { sendFault } from "./reply.js";
import { UploadTurns } from "./upload-turns.js";
import type { Method, Route } from "./route.js";

/** Fastify adds HEAD to every GET route. */
const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** Length of the longest id, percent-encoded: up to three bytes per character, three characters per byte. */
export const PARAMETER_MAX = EXTERNAL_ID_MAX * 9;

/** @param paths that the API documents, served or not */
export function documentedPaths(
  routes: readonly Route[],
  paths: readonly string[],
): PathTable<DocumentedPath> {
  const table = new PathTable<DocumentedPath>(PARAMETER_MAX);
  for (const path of new Set(paths)) {
    const ofPath = routes.filter((route) => route.path === path);
    table.add(withFastifyNames(path), {
      path,
      url: fastifyPath(path),
      routes: new Map(ofPath.map((route) => [route.method, route])),
    });
  }
  return table;
}

/** `/lobbies/{lobby.id}` → `/lobbies/{lobby_id}` */
const withFastifyNames = (path: string): string =>
  path.replaceAll(/\{[a-z.]+\}/g, (name) => name.replaceAll(".", "_"));

/**
 * Mounts all operations of the API. A route of the framework costs more time at every start than all other parts of the
 * platform: only those have one whose body has a limit of its own, which the framework has to know before it reads the body.
 */
export function mountOperations(
  app: FastifyInstance,
  routes: readonly Route[],
  context: HandlerContext & { readonly guard: Guard },
  limits: Limits,
): void {
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    const route = routeOf(request);
    return route === undefined ? reply.callNotFound() : serve(route, context, limits, request, reply);
  };
  app.route({ method: [...METHODS], url: ANY_PATH, onRequest: rejectUnserved, handler });
  const turns = new UploadTurns();
  for (const route of routes) {
    const { method, path, bodyLimit, form } = route;
    if (bodyLimit === undefined) continue;
    const uploads = form && uploading(form, route, context, turns);
    const onRequest = uploads === undefined ? rejectUnserved : [rejectUnserved, uploads.onRequest];
    app.route({ method, url: fastifyPath(path), handler, bodyLimit, ...uploads, onRequest });
  }
}

function uploading(
  form: MultipartForm,
  route: Route,
  context: HandlerContext & { readonly guard: Guard },
  turns: UploadTurns,
) {
  const admit = (request: FastifyRequest) => admitEarly(route, context, request);
  return { config: { form }, ...limitedBody(form, admit, turns, context.guard) };
}

const methodOf = ({ method }: FastifyRequest): string => (method === "HEAD" ? "GET" : method);

const routeOf = (request: FastifyRequest): Route | undefined =>
  request.documented?.routes.get(methodOf(request));

/**
 * Rejects the methods of a documented path that no route serves: operations that are not emulated by name, others with 405.
 * Before the body is read: the answer is the same for every body and type of content.
 */
function rejectUnserved(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { documented } = request;
  if (documented === undefined || routeOf(request) !== undefined) return done();
  const operation = NOT_EMULATED.get(`${methodOf(request)} ${documented.path}`);
  void sendFault(reply, operation === undefined ? methodNotAllowed() : notEmulated(operation));
}
