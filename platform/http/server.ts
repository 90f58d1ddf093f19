import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import {
  internalError,
  malformedRequest,
  notFound,
  tooLarge,
  unknownVersion,
} from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { World } from "../domain/world/world.js";
import type { FileStore } from "../files/file-store.js";
import type { Guard } from "../guard/guard.js";
import type { WireTap } from "../taps/wire-tap.js";
import { FOREIGN_HOST, type HostRule } from "../sockets/host-rule.js";
import { timeLimits } from "../sockets/time-limits.js";
import { API_PATH, hasUnknownVersion, withoutVersion, withPlainLiterals } from "./api-version.js";
import { activityRoutes } from "./activity.js";
import { activityInviteRoutes } from "./activity-invite.js";
import { applicationIdentityRoutes } from "./application-identity.js";
import { applicationRoutes } from "./application.js";
import { mountAttachments } from "./attachments.js";
import { auditLogRoutes } from "./audit-log.js";
import { acceptBodies, BODY_BYTES_MAX } from "./body.js";
import { allowOrigins } from "./cors.js";
import { commandRoutes } from "./command.js";
import { childTokenRoutes } from "./child-token.js";
import { mountCdn } from "./cdn.js";
import { channelInviteRoutes } from "./channel-invite.js";
import { channelRoutes } from "./channel.js";
import { DEVICE_ENDPOINTS, mountDevicePage } from "./device.js";
import { emojiRoutes } from "./emoji.js";
import { entitlementRoutes } from "./entitlement.js";
import { FaultError } from "./fault-error.js";
import { FormTokens } from "./form-tokens.js";
import { gatewayInfoRoutes } from "./gateway-info.js";
import type { Limits } from "./handler.js";
import { disclosureRoutes } from "./disclosure.js";
import { directMessageRoutes } from "./direct-message.js";
import { guildBanRoutes } from "./guild-ban.js";
import { guildChannelRoutes } from "./guild-channel.js";
import { guildMemberRoutes } from "./guild-member.js";
import { guildMembershipRoutes } from "./guild-membership.js";
import { guildSettingsRoutes } from "./guild-settings.js";
import { guildRoleRoutes } from "./guild-role.js";
import { guildRoutes } from "./guild.js";
import { mountInvitePage } from "./invite-page.js";
import type { IdTokens } from "../openid/id-tokens.js";
import type { HttpFaults } from "./http-faults.js";
import { inviteRoutes } from "./invite.js";
import { limitLegacyHost } from "./legacy-host.js";
import { mountAppPages } from "./app-pages.js";
import { lobbyLinkingRoutes } from "./lobby-linking.js";
import { lobbyMessageRoutes } from "./lobby-message.js";
import { lobbyRoutes } from "./lobby.js";
import { messageSearchRoutes } from "./message-search.js";
import { recognizePaths } from "./matched-path.js";
import { documentedPaths, mountOperations, PARAMETER_MAX } from "./operations.js";
import { MultipartReader } from "./multipart-reader.js";
import { NOT_EMULATED } from "./not-emulated/operations.js";
import { mountAuthorizePage } from "./authorize.js";
import { mountTokenEndpoints, TOKEN_ENDPOINTS } from "./oauth2.js";
import { headlessSessionRoutes } from "./headless-session.js";
import { interactionRoutes } from "./interaction.js";
import { mountMetadata, openIdRoutes } from "./openid.js";
import { Quotas } from "./quotas.js";
import { RateLimits } from "./rate-limits.js";
import { RequestWatch } from "./request-watch.js";
import { mountRemovedOperations, REMOVED_PATHS } from "./removed.js";
import { partnerRoutes } from "./partner.js";
import { pollRoutes } from "./poll.js";
import { pinRoutes } from "./pin.js";
import { reactionRoutes } from "./reaction.js";
import { relationshipRoutes } from "./relationship.js";
import { keepJsonType, sendFault, sendFaultUnrouted } from "./reply.js";
import { soundboardRoutes } from "./soundboard.js";
import { autoModerationRoutes } from "./auto-moderation.js";
import { stageInstanceRoutes } from "./stage-instance.js";
import { scheduledEventRoutes } from "./scheduled-event.js";
import { skuRoutes } from "./sku.js";
import { subscriptionRoutes } from "./subscription.js";
import { threadRoutes } from "./thread.js";
import { stickerRoutes } from "./sticker.js";
import type { Addresses, Outside, Route } from "./route.js";
import { startupExtraRoutes } from "./startup-extras.js";
import { userRoutes } from "./user.js";
import { webhookRoutes } from "./webhook.js";
import { voiceStateRoutes } from "./voice-state.js";
import { voiceKeyRoutes } from "./voice-key.js";

export interface HttpOptions {
  readonly world: World;
  readonly publisher: Publisher;
  /** The bytes of messages' files. */
  readonly files: FileStore;
  readonly addresses: Addresses;
  readonly outside: Outside;
  readonly idTokens: IdTokens;
  /** Whether rate limits are enforced; their headers are always sent. */
  readonly enforceRateLimits: boolean;
  readonly faults: HttpFaults;
  /** The account that approves every authorize request without a page. */
  readonly autoApprove: string | undefined;
  /** Origins whose pages may use the API. */
  readonly corsOrigins: readonly string[];
  /** How long a request may take to arrive, and an answer's reader to take nothing, milliseconds. */
  readonly requestTimeoutMs: number;
  /** Signs the forms of the platform's own pages; 32 bytes. */
  readonly formKey: Uint8Array;
  readonly guard: Guard;
  readonly tap: WireTap;
  /** Under which names the server answers. */
  readonly hosts: HostRule;
  /** Takes requests that are not for the platform itself; false: it does not. */
  readonly aside: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Longer than clients keep an idle connection, so that the client closes it. */
const KEEP_ALIVE_MS = 72_000;

/** Routes have schemas of their own (`handler.ts`); the framework's compilers would only take time to load. */
const WITHOUT_SCHEMAS: NonNullable<FastifyServerOptions["schemaController"]> = {
  compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
};

/** Every route below the API's address except {@link TOKEN_ENDPOINTS} and {@link DEVICE_ENDPOINTS}. */
export const routes: readonly Route[] = [
  ...userRoutes,
  ...openIdRoutes,
  ...childTokenRoutes,
  ...relationshipRoutes,
  ...lobbyRoutes,
  ...lobbyLinkingRoutes,
  ...lobbyMessageRoutes,
  ...directMessageRoutes,
  ...activityInviteRoutes,
  ...activityRoutes,
  ...disclosureRoutes,
  ...guildRoutes,
  ...guildMemberRoutes,
  ...guildMembershipRoutes,
  ...guildRoleRoutes,
  ...guildSettingsRoutes,
  ...guildChannelRoutes,
  ...guildBanRoutes,
  ...auditLogRoutes,
  ...emojiRoutes,
  ...stickerRoutes,
  ...soundboardRoutes,
  ...autoModerationRoutes,
  ...scheduledEventRoutes,
  ...stageInstanceRoutes,
  ...threadRoutes,
  ...channelRoutes,
  ...reactionRoutes,
  ...pinRoutes,
  ...messageSearchRoutes,
  ...pollRoutes,
  ...inviteRoutes,
  ...channelInviteRoutes,
  ...webhookRoutes,
  ...commandRoutes,
  ...interactionRoutes,
  ...headlessSessionRoutes,
  ...skuRoutes,
  ...entitlementRoutes,
  ...subscriptionRoutes,
  ...gatewayInfoRoutes,
  ...applicationRoutes,
  ...applicationIdentityRoutes,
  ...partnerRoutes,
  ...startupExtraRoutes,
  ...voiceStateRoutes,
  ...voiceKeyRoutes,
];

/** Names of all routes below the API's address, such as `PUT /lobbies`. */
export const ROUTE_NAMES: ReadonlySet<string> = new Set([
  ...routes.map(({ method, path }) => `${method} ${path}`),
  ...[...TOKEN_ENDPOINTS, ...DEVICE_ENDPOINTS].map((path) => `POST ${path}`),
]);

/** Routes that fault rules may name: a bot's errors are tested with operations of all kinds. */
export const FAULT_ROUTE_NAMES: ReadonlySet<string> = new Set([...ROUTE_NAMES, ...NOT_EMULATED.keys()]);

/** Served paths, including the redirection to the authorize page. */
const SERVED: ReadonlySet<string> = new Set([
  ...ROUTE_NAMES,
  "GET /oauth2/authorize",
  ...REMOVED_PATHS.map((path) => `POST ${path}`),
]);
const DOCUMENTED = documentedPaths(
  routes,
  [...SERVED, ...NOT_EMULATED.keys()].map((name) => name.split(" ")[1] ?? ""),
);

function refuseSchema(): never {
  throw new Error(
    "A route has a schema of the framework; routes of the platform declare `body` and `query`.",
  );
}

/** The HTTP side of the platform, not listening yet. */
export function makeHttpServer(options: HttpOptions): FastifyInstance {
  const watch = new RequestWatch(options.tap, options.world, options.guard);
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    exposeHeadRoutes: true,
    rewriteUrl: ({ url = "/" }) => withPlainLiterals(withoutVersion(url)),
    serverFactory: (handler) => makeGuardedServer(handler, watch, options),
    forceCloseConnections: true,
    // A path with invalid percent encoding reaches neither a route nor the error handler.
    frameworkErrors: (_error, _request, reply) => void sendFaultUnrouted(reply, malformedRequest()),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAMETER_MAX },
    schemaController: WITHOUT_SCHEMAS,
  });
  watch.hook(app);
  acceptBodies(app, new MultipartReader(options.files, options.guard));
  completeHeaders(app, options.world);
  allowOrigins(app, options.corsOrigins);
  if (options.enforceRateLimits) limitLegacyHost(app, options.world.clock);
  recognizePaths(app, DOCUMENTED);
  options.faults.guard(app);
  app.setNotFoundHandler((request, reply) =>
    sendFault(reply, hasUnknownVersion(request.originalUrl) ? unknownVersion() : notFound()),
  );
  app.setErrorHandler((error, _request, reply) => {
    const fault = faultOf(error, options.guard);
    // The framework would close the connection of a body that is too large, and its sender would not see why.
    if (fault.status === 413) reply.removeHeader("connection");
    void sendFault(reply, fault);
  });
  const { clock } = options.world;
  const limits = { rates: new RateLimits(clock), quotas: new Quotas(clock) };
  mountApi(app, options, limits);
  const forms = new FormTokens(options.formKey, options.world.clock);
  mountAuthorizePage(app, { ...options, forms });
  mountDevicePage(app, { ...options, forms });
  mountInvitePage(app, { ...options, forms });
  mountAppPages(app, options.world);
  mountMetadata(app, options.addresses);
  mountCdn(app, options.world);
  mountAttachments(app, options);
  return app;
}

/** Guards the framework's own request handling too. */
function makeGuardedServer(
  handler: RequestListener,
  watch: RequestWatch,
  { guard, requestTimeoutMs, hosts, aside }: HttpOptions,
): Server {
  const limits = { ...timeLimits(requestTimeoutMs), keepAliveTimeout: KEEP_ALIVE_MS };
  return createServer(limits, (request, response) =>
    guard.run(
      "a request",
      () => {
        watch.begin(request, response);
        if (!hosts.admits(request.headers.host)) refuseHost(request, response);
        else if (!aside(request, response)) handler(request, response);
      },
      () => void response.destroy(),
    ),
  );
}

/** For whichever room the request is. */
function refuseHost(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(403, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ message: FOREIGN_HOST, code: 0 }));
}

/** Sends the type of JSON as it is, and the platform's time: clients use this header to compute how long something remains valid. */
function completeHeaders(app: FastifyInstance, world: World): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    reply.header("date", new Date(world.clock.now()).toUTCString());
    keepJsonType(reply);
    done(null, payload);
  });
}

function mountApi(app: FastifyInstance, options: HttpOptions, limits: Limits): void {
  mountOperations(app, routes, options, limits);
  mountTokenEndpoints(app, options, options.enforceRateLimits ? limits.rates : undefined);
  mountRemovedOperations(app, options.world);
  app.get(`${API_PATH}/oauth2/authorize`, (request, reply) =>
    reply.redirect(`${options.addresses.webBase}/oauth2/authorize${queryOf(request.url)}`),
  );
}

function queryOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start);
}

function faultOf(error: unknown, guard: Guard): Fault {
  if (error instanceof FaultError) return error.fault;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return tooLarge();
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) return malformedRequest();
  guard.report("a request", error);
  return internalError();
}
