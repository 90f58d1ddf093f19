import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { DAVE_VERSION, VoiceCloseCode } from "sdkpp/wire";
import { ActivityProxy } from "./activities/activity-proxy.js";
import { AdjustableClock } from "./clock/adjustable-clock.js";
import { MachineClock } from "./clock/machine-clock.js";
import { accountId } from "./control/account.js";
import { Control } from "./control/control.js";
import { isSeeded, isSeededBotToken, seed, type Seeded } from "./control/seed.js";
import { StartError } from "./guard/start-error.js";
import { DataFolder } from "./folder/data-folder.js";
import { Publisher } from "./domain/reactions/publisher.js";
import { dropUnreadableAddresses } from "./domain/rules/event-webhook/unreadable-addresses.js";
import { e2eeAt } from "./domain/rules/voice/e2ee.js";
import { JoinGuard } from "./domain/rules/voice/join-guard.js";
import { makeWorld, type World } from "./domain/world/world.js";
import { GatewayHub } from "./gateway/hub.js";
import { mountGateway } from "./gateway/server.js";
import { SignedFileLinks } from "./file-links.js";
import { optional } from "./guard/arguments.js";
import { Guard } from "./guard/guard.js";
import { portError } from "./guard/start-error.js";
import { HttpFaults } from "./http/http-faults.js";
import { readInteractionReply } from "./http/interaction-reply.js";
import { FAULT_ROUTE_NAMES, makeHttpServer } from "./http/server.js";
import { InteractionEndpoint } from "./interactions/endpoint.js";
import { OidcIssuers } from "./openid/external-identities.js";
import { ExternalTokens } from "./openid/external-tokens.js";
import { IdTokens } from "./openid/id-tokens.js";
import type { Endpoints, PlatformOptions } from "./options.js";
import { readOptions, type Settings } from "./settings.js";
import { Outgoing } from "./outgoing/outgoing.js";
import { RpcRoom } from "./rpc/room.js";
import { HostRule } from "./sockets/host-rule.js";
import { drainSockets } from "./sockets/drain-sockets.js";
import { databaseError } from "./store/database-errors.js";
import type { Store } from "./store/store.js";
import { openSqliteStore } from "./store/sqlite-store.js";
import { sweepForever } from "./sweeps.js";
import { makeSigningKey, randomBelow, randomBytes, systemPorts } from "./system-ports.js";
import { SsrcPool } from "./voice/gateway/ssrc-pool.js";
import { VoiceGateway } from "./voice/gateway/voice-gateway.js";
import { VoiceServer } from "./voice/gateway/server.js";
import { EventWebhooksRoom } from "./webhooks/room.js";
import { MediaWorker, type MediaWorkerListeners } from "./voice/sfu/media-worker.js";

/** A platform that runs in this process. */
export interface Platform extends AsyncDisposable {
  readonly endpoints: Endpoints;
  readonly seeded: Seeded;
  readonly control: Control;
  /** Stops all servers. State in a data folder is kept. May be called more than once. */
  stop(): Promise<void>;
}

/** Steps that undo the start, run in reverse order. */
type Undo = (() => void | Promise<void>)[];

const LOOPBACK = "127.0.0.1";

/**
 * Starts a platform on loopback. Any number can run in one process.
 * @throws {StartError} when a port is in use (code `EADDRINUSE`) or the data folder is unusable; its message is one sentence
 *   with the file or port and a remedy
 * @throws {ArgumentError} (a TypeError) for an option of the wrong type, {ArgumentRangeError} (a RangeError) for one out of
 *   range
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const settings = readOptions(options);
  const undo: Undo = [];
  try {
    return await assemble(settings, undo);
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

async function assemble(settings: Settings, undo: Undo): Promise<Platform> {
  const { log } = settings;
  const guards = {
    world: new Guard("world", log),
    timers: new Guard("timers", log),
    events: new Guard("events", log),
    http: new Guard("http", log),
    activities: new Guard("activities", log),
    webhooks: new Guard("event webhooks", log),
    gateway: new Guard("main gateway", log),
    voice: new Guard("voice gateway", log),
    media: new Guard("media", log),
    rpc: new Guard("rpc", log),
  };
  const clock = new AdjustableClock((run) => guards.timers.isolate("a timer", run));
  undo.push(() => clock.stop());
  const machineClock = new MachineClock((run) => guards.timers.isolate("a timer", run));
  undo.push(() => machineClock.stop());
  let exhausted: (ssrc: number) => void = () => undefined;
  const startingMedia = startMedia(
    { exhausted: (ssrc) => exhausted(ssrc), warning: log },
    guards.media,
    undo,
  );
  const folder = openFolder(settings, undo);
  const addresses = { webBase: "", gateway: "" };
  const world = openWorld(folder, clock, guards.world, addresses, undo);
  const seeded = openSeeds(world, folder);
  const accounts = accountsOf(world, settings);
  const publisher = new Publisher(world, (work) => guards.events.isolate("an event", work));
  publisher.perform(() => {
    for (const line of dropUnreadableAddresses(world)) guards.webhooks.remark(line);
    return [];
  });
  const voiceGuard = new JoinGuard();
  const certificates = await openCertificates(folder);
  const media = await startingMedia;
  const voice = new VoiceGateway(
    {
      world,
      clock,
      publisher,
      guard: voiceGuard,
      faults: guards.voice,
      ssrcs: new SsrcPool(clock, randomBelow),
      signingKey: makeSigningKey(),
      e2ee: settings.e2ee,
      randomBytes,
      media: (command) => media.send(command),
      forward: (command) => media.forward(command),
    },
    { ip: LOOPBACK, port: media.port },
  );
  exhausted = (ssrc) => voice.exhausted(ssrc);
  const voiceServer = await VoiceServer.start({
    gateway: voice,
    machineClock,
    guard: guards.voice,
    log,
    port: settings.voicePort,
    requestTimeoutMs: settings.requestTimeoutMs,
    ...certificates.leaf,
  }).catch((error: unknown) => Promise.reject(portError(settings.voicePort, error)));
  undo.push(() => voiceServer.stop());
  undo.push(() => drainSockets(voiceServer.sockets));
  const voiceEndpoint = () => `localhost:${voiceServer.port}`;
  world.voice.endpoint = voiceEndpoint();
  const hub = new GatewayHub({
    world,
    clock,
    publisher,
    guard: guards.gateway,
    sessionsPerUser: settings.sessionsPerUser,
    readyDetails: () => ({
      resumeUrl: addresses.gateway,
      protocolFloor: e2eeAt(voice.e2ee, clock.now()) === "required" ? DAVE_VERSION : 0,
    }),
  });
  const webhooks = new EventWebhooksRoom({
    world,
    clock,
    machineClock,
    publisher,
    guard: guards.webhooks,
    isLocalAllowed: settings.localWebhooks,
  });
  undo.push(() => webhooks.sender.stop());
  const interactions = new InteractionEndpoint({
    world,
    publisher,
    outgoing: new Outgoing({ clock: machineClock, isLocalAllowed: settings.localWebhooks }),
    guard: guards.webhooks,
    read: (contentType, body) => readInteractionReply(contentType, body, guards.webhooks),
  });
  undo.push(() => interactions.stop());
  const idTokens = new IdTokens({ world, publisher, addresses });
  const issuers = new OidcIssuers({
    clock,
    machineClock,
    allowInsecureIssuers: settings.allowInsecureIssuers,
  });
  undo.push(() => issuers.stop());
  const externalTokens = new ExternalTokens(world, issuers);
  const httpFaults = new HttpFaults(FAULT_ROUTE_NAMES, clock);
  const hosts = new HostRule(settings.hosts);
  const proxy = new ActivityProxy({ world, addresses, guard: guards.activities });
  const http = makeHttpServer({
    world,
    publisher,
    addresses,
    outside: {
      eventWebhookProblem: (applicationId, url) => webhooks.eventWebhookProblem(applicationId, url),
      interactionsProblem: (applicationId, url) => webhooks.interactionsProblem(applicationId, url),
      currentKey: () => idTokens.currentKey(),
      withIdToken: (issued) => idTokens.attach(issued),
      provenAccount: (application, type, token) => externalTokens.provenAccount(application, type, token),
    },
    idTokens,
    faults: httpFaults,
    enforceRateLimits: settings.enforceRateLimits,
    autoApprove: accounts.autoApprove,
    corsOrigins: settings.cors,
    requestTimeoutMs: settings.requestTimeoutMs,
    formKey: randomBytes(32),
    guard: guards.http,
    hosts,
    aside: proxy.request,
  });
  const perform = publisher.perform.bind(publisher);
  const { heartbeatIntervalMs } = settings;
  const context = { hub, world, clock, machineClock, guard: voiceGuard, heartbeatIntervalMs, log };
  const sockets = mountGateway(http.server, { ...context, voiceEndpoint, perform }, guards.gateway, {
    aside: proxy.upgrade,
    hosts,
  });
  undo.push(() => http.close());
  undo.push(() => proxy.stop());
  undo.push(() => drainSockets(sockets));
  const port = await listen(http, settings.port, guards.http);
  addresses.webBase = `http://${LOOPBACK}:${port}`;
  addresses.gateway = `ws://${LOOPBACK}:${port}/gateway`;
  undo.push(() => hub.stop());
  undo.push(() => voice.stop(VoiceCloseCode.ServerCrashed));
  const rpc = new RpcRoom({
    world,
    clock,
    machineClock,
    publisher,
    addresses,
    guard: guards.rpc,
    autoApprove: accounts.autoApprove,
  });
  undo.push(() => rpc.stop());
  const control = new Control({
    world,
    clock,
    publisher,
    hub,
    httpFaults,
    voice,
    media,
    webhooks,
    rpc,
    issuers,
    voiceEndpoint,
    keepBotToken: (applicationId, token) => {
      if (applicationId === seeded.applicationId) folder?.keepBotToken(token);
    },
  });
  undo.push(() => control.interactions.stop());
  const { desktopApp } = accounts;
  const desktop = desktopApp === undefined ? undefined : await control.startDesktopApp(desktopApp);
  webhooks.sender.start();
  sweepForever({ world, clock, publisher, guard: guards.timers });
  return {
    endpoints: {
      apiBase: `${addresses.webBase}/api`,
      legacyApiBase: `${addresses.webBase}/legacy/api`,
      ...addresses,
      voice: voiceEndpoint(),
      ca: certificates.ca,
      ...(certificates.caPath === undefined ? {} : { caPath: certificates.caPath }),
      ...(desktop === undefined ? {} : { desktopApp: desktop.path }),
    },
    seeded,
    control,
    stop: () => unwind(undo),
    [Symbol.asyncDispose]: () => unwind(undo),
  };
}

/** Starts the media worker, which loads on a processor of its own while the rest of the platform starts. */
function startMedia(listeners: MediaWorkerListeners, guard: Guard, undo: Undo): Promise<MediaWorker> {
  const starting = MediaWorker.start(listeners, guard);
  // A failure is reported where the worker is awaited, and is not an unhandled rejection until then.
  undo.push(() => starting.then((media) => media.stop()).catch(() => undefined));
  starting.catch(() => undefined);
  return starting;
}

function openFolder({ dataDir }: Settings, undo: Undo): DataFolder | undefined {
  if (dataDir === undefined) return undefined;
  const folder = DataFolder.open(dataDir);
  undo.push(() => folder.close());
  folder.checkCompanions();
  return folder;
}

function openWorld(
  folder: DataFolder | undefined,
  clock: AdjustableClock,
  guard: Guard,
  site: { readonly webBase: string },
  undo: Undo,
): World {
  const store = openSqliteStore(folder?.databaseFile ?? ":memory:");
  undo.push(() => store.close());
  const key = fromDatabase(folder?.databaseFile ?? ":memory:", () => linkKey(store));
  const fileLinks = new SignedFileLinks(key, clock, site);
  return makeWorld(store, { ...systemPorts(clock, (line) => guard.remark(line)), fileLinks });
}

/** Kept, so that addresses of files are valid after a restart. */
function linkKey(store: Store): Uint8Array {
  const kept = store.get("secret", "file-links") as { readonly key: string } | undefined;
  const key = kept?.key ?? randomBytes(32).toString("hex");
  if (kept === undefined) store.put("secret", "file-links", { key }, {});
  return Buffer.from(key, "hex");
}

/** Accounts that options name, by id or by user name. @throws {ArgumentRangeError} when there is no such user */
function accountsOf(
  world: World,
  { autoApprove, desktopApp }: Settings,
): Pick<Settings, "autoApprove" | "desktopApp"> {
  const idOf = (name: string, value: unknown) => accountId(world, name, value);
  return {
    autoApprove: optional("autoApprove", autoApprove, idOf),
    desktopApp: desktopApp && { ...desktopApp, userId: idOf("desktopApp.userId", desktopApp.userId) },
  };
}

/** The bot's token is in a separate file: the database holds only its hash. */
function openSeeds(world: World, folder: DataFolder | undefined): Seeded {
  if (folder === undefined) return seed(world, undefined);
  const kept = folder.readBotToken();
  const seeded = fromDatabase(folder.databaseFile, () => {
    const isKnown = kept !== undefined && isSeededBotToken(world, kept);
    folder.checkBotToken(kept, isSeeded(world), isKnown);
    return seed(world, kept);
  });
  if (seeded.botToken !== kept) folder.keepBotToken(seeded.botToken);
  return seeded;
}

/** @throws {StartError} when records cannot be read or written */
function fromDatabase<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof StartError ? error : databaseError(file, error);
  }
}

async function openCertificates(folder: DataFolder | undefined) {
  // Loaded late: it takes longer to load than the rest of the platform together.
  const { makeAuthority, makeLeaf } = await import("./tls/authority.js");
  const { openAuthority } = await import("./tls/authority-folder.js");
  const stored = folder === undefined ? undefined : await openAuthority(folder.path);
  const authority = stored ?? (await makeAuthority());
  return { ca: authority.certificate, caPath: stored?.path, leaf: await makeLeaf(authority) };
}

async function listen(http: FastifyInstance, port: number, guard: Guard): Promise<number> {
  try {
    await http.listen({ port, host: LOOPBACK });
  } catch (error) {
    throw portError(port, error);
  }
  http.server.on("error", (error) => guard.report("the listening socket", error));
  return (http.server.address() as AddressInfo).port;
}

/** Runs each step once, in reverse order, even if others fail. @throws the error of the first failed step */
async function unwind(undo: Undo): Promise<void> {
  const errors: unknown[] = [];
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
