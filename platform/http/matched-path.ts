import type { FastifyInstance, FastifyRequest } from "fastify";
import { API_PATH } from "./api-version.js";
import type { PathTable } from "./path-table.js";
import type { Route } from "./route.js";

/** A documented path below the API's address, and its routes by method. */
export interface DocumentedPath {
  /** Such as `/lobbies/{lobby.id}`. */
  readonly path: string;
  /** As the framework names it, such as `/api/lobbies/:lobby_id`. */
  readonly url: string;
  readonly routes: ReadonlyMap<string, Route>;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined for requests outside the API, and for paths that it does not document. */
    documented: DocumentedPath | undefined;
  }
}

/** The one route of the framework for all paths of the API. */
export const ANY_PATH = `${API_PATH}/*`;

/** Recognizes the documented path of each request. Call it before what asks {@link matchedPath}. */
export function recognizePaths(app: FastifyInstance, table: PathTable<DocumentedPath>): void {
  app.decorateRequest("documented", undefined);
  app.addHook("onRequest", (request, _reply, done) => {
    const found = isOfApi(request) ? table.find(pathOf(request)) : undefined;
    request.documented = found?.value;
    if (found !== undefined) request.params = found.params;
    else if (request.routeOptions.url === ANY_PATH) request.params = {};
    done();
  });
}

/** As the framework names paths, such as `/api/lobbies/:lobby_id`; undefined: there is no such path. */
export function matchedPath({ documented, routeOptions: { url } }: FastifyRequest): string | undefined {
  if (documented !== undefined) return documented.url;
  return url === ANY_PATH ? undefined : url;
}

/** `/lobbies/{lobby.id}` → `/api/lobbies/:lobby_id` */
export function fastifyPath(path: string): string {
  return (
    API_PATH + path.replaceAll(/\{([a-z.]+)\}/g, (_match, name: string) => `:${name.replaceAll(".", "_")}`)
  );
}

/** Methods that no path has, such as OPTIONS, reach no route. */
const isOfApi = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url?.startsWith(`${API_PATH}/`) === true;

const pathOf = ({ url }: FastifyRequest): string => url.slice(API_PATH.length).split(/[?#]/, 1)[0] ?? "";
