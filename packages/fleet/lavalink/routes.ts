import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TrackResolver } from "../sources/resolver.js";
import { info, VERSION } from "./info.js";
import { Refusal } from "./refusal.js";
import type { Sessions } from "./sessions.js";
import type { Stats } from "./stats.js";
import { decodedTrack, loadTracks } from "./tracks.js";
import { playerUpdate } from "./update.js";

/** The parts from which routes answer. */
export interface RouteParts {
  readonly sessions: Sessions;
  readonly stats: Stats;
  readonly resolve: TrackResolver;
  readonly sourceManagers: readonly string[];
  /** filters of the worker's players */
  readonly filters: readonly string[];
}

type Query = Readonly<Record<string, string | string[] | undefined>>;
interface OfSession {
  Params: { sessionId: string };
}
interface OfPlayer {
  Params: { sessionId: string; guildId: string };
}

const MOST_DECODED = 1000;
const SESSION = "/v4/sessions/:sessionId";
const PLAYER = `${SESSION}/players/:guildId`;

/** Adds the 14 routes of Lavalink 4. */
export function addRoutes(app: FastifyInstance, parts: RouteParts): void {
  addTrackRoutes(app, parts);
  addSessionRoutes(app, parts);
  addNodeRoutes(app, parts);
  addRoutePlannerRoutes(app);
}

function addTrackRoutes(app: FastifyInstance, { resolve }: RouteParts): void {
  app.get("/v4/loadtracks", (request) => loadTracks(resolve, queryOf(request, "identifier")));
  // A plus that is not escaped arrives as a space, and base64 has no spaces.
  app.get("/v4/decodetrack", (request) =>
    decodedTrack(queryOf(request, "encodedTrack").replaceAll(" ", "+")),
  );
  app.post("/v4/decodetracks", ({ body }) => {
    if (!Array.isArray(body) || body.length > MOST_DECODED)
      throw new Refusal(400, `the body: expected an array of at most ${String(MOST_DECODED)} encoded tracks`);
    return body.map(decodedTrack);
  });
}

function addSessionRoutes(app: FastifyInstance, { sessions, filters }: RouteParts): void {
  app.patch<OfSession>(SESSION, ({ params, body }) => sessions.get(params.sessionId).configure(body));
  app.get<OfSession>(`${SESSION}/players`, ({ params }) => [
    ...sessions.get(params.sessionId).players.values(),
  ]);
  app.get<OfPlayer>(PLAYER, ({ params }) => sessions.get(params.sessionId).player(params.guildId));
  app.patch<OfPlayer>(PLAYER, async (request, reply) => {
    const { params, body } = request;
    const session = sessions.get(params.sessionId);
    reply.raw.once("close", session.holdEvents());
    const { noReplace } = request.query as Query;
    return session.update(params.guildId, playerUpdate(body ?? {}, filters), noReplace === "true");
  });
  app.delete<OfPlayer>(PLAYER, ({ params }, reply) => {
    sessions.get(params.sessionId).remove(params.guildId);
    return nothing(reply);
  });
}

function addNodeRoutes(app: FastifyInstance, { stats, sourceManagers, filters }: RouteParts): void {
  app.get("/v4/info", () => info(sourceManagers, filters));
  app.get("/v4/stats", () => stats.ofNode());
  app.get("/version", (_request, reply) => reply.type("text/plain").send(VERSION));
}

/** Addresses to send from are left to the system, as on a Lavalink without a route planner. */
function addRoutePlannerRoutes(app: FastifyInstance): void {
  const disabled = (): never => {
    throw new Refusal(500, "this node has no route planner: the system chooses the address it sends from");
  };
  app.get("/v4/routeplanner/status", (_request, reply) => nothing(reply));
  app.post("/v4/routeplanner/free/address", disabled);
  app.post("/v4/routeplanner/free/all", disabled);
}

function nothing(reply: FastifyReply): FastifyReply {
  return reply.code(204).send();
}

/** @throws {Refusal} 400 when it is missing */
function queryOf(request: FastifyRequest, name: string): string {
  const value = (request.query as Query)[name];
  if (typeof value === "string" && value !== "") return value;
  throw new Refusal(400, `${name}: expected a query parameter that is not empty`);
}
