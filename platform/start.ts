import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DAVE_VERSION, VoiceCloseCode } from "sdkpp/wire";
import { AdjustableClock } from "./clock/adjustable-clock.js";
import { Control } from "./control/control.js";
import { seed, type Seeded } from "./control/seed.js";
import { drainSockets } from "./drain-sockets.js";
import { Publisher } from "./domain/publisher.js";
import { sweepIdleLobbies, type IdleSince } from "./domain/session-rules.js";
import { DEFAULT_E2EE } from "./domain/voice/voice-e2ee.js";
import { VoiceGuard } from "./domain/voice/voice-guard.js";
import { makeWorld, type World } from "./domain/world.js";
import { GatewayHub } from "./gateway/hub.js";
import { mountGateway } from "./gateway/server.js";
import { HttpFaults } from "./http/http-faults.js";
import { makeHttpServer, ROUTE_NAMES } from "./http/server.js";
import type { Endpoints, PlatformOptions } from "./options.js";
import { openSqliteStore } from "./store/sqlite-store.js";
import { makeSigningKey, randomBelow, randomBytes, systemPorts } from "./system-ports.js";
import { SsrcPool } from "./voice/gateway/ssrc-pool.js";
import { VoiceGateway } from "./voice/gateway/voice-gateway.js";
import { VoiceServer } from "./voice/gateway/server.js";
import { MediaWorker } from "./voice/sfu/media-worker.js";

/** A platform that runs in this process. */
export interface Platform extends AsyncDisposable {
  readonly endpoints: Endpoints;
  readonly seeded: Seeded;
  readonly control: Control;
  /** Closes every door and forgets nothing that a data folder holds. May be called more than once. */
  stop(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";
const IDLE_SWEEP_MS = 1000;

/**
 * Starts a whole platform on loopback. Any number can run in one process.
 * @throws {Error} with code `EADDRINUSE` when a given port is taken
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const undo: (() => void | Promise<void>)[] = [];
  try {
    return await assemble(options, undo);
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

async function assemble(options: PlatformOptions, undo: (() => void | Promise<void>)[]): Promise<Platform> {
  const log = options.log ?? (() => undefined);
  const clock = new AdjustableClock();
  undo.push(() => clock.stop());
  const world = await openWorld(options, clock, undo);
  const seeded = seed(world);
  const publisher = new Publisher();
  const guard = new VoiceGuard();
  const certificates = await openCertificates(options);
  let exhausted: (ssrc: number) => void = () => undefined;
  const media = await MediaWorker.start({ exhausted: (ssrc) => exhausted(ssrc), warning: log });
  undo.push(() => media.stop());
  const voice = new VoiceGateway(
    {
      world,
      clock,
      publisher,
      guard,
      ssrcs: new SsrcPool(clock, randomBelow),
      signingKey: makeSigningKey(),
      e2ee: options.e2ee ?? DEFAULT_E2EE,
      randomBytes,
      media: (command) => media.send(command),
    },
    { ip: LOOPBACK, port: media.port },
  );
  exhausted = (ssrc) => voice.exhausted(ssrc);
  const voiceServer = await VoiceServer.start({
    gateway: voice,
    clock,
    port: options.voicePort ?? 0,
    ...certificates.leaf,
  });
  undo.push(() => voiceServer.stop());
  undo.push(() => drainSockets(voiceServer.sockets));
  const voiceEndpoint = () => `localhost:${voiceServer.port}`;
  const addresses = { webBase: "", gateway: "" };
  const hub = new GatewayHub(world, clock, publisher, () => ({
    resumeUrl: addresses.gateway,
    protocolFloor: voice.e2ee === "required" ? DAVE_VERSION : 0,
  }));
  const httpFaults = new HttpFaults(ROUTE_NAMES, clock);
  const http = makeHttpServer({
    world,
    publisher,
    addresses,
    faults: httpFaults,
    enforceRateLimits: options.enforceRateLimits ?? false,
    autoApprove: options.autoApprove,
    onError: (error) => log(`unexpected: ${String(error instanceof Error ? error.stack : error)}`),
  });
  const publish = publisher.publish.bind(publisher);
  const sockets = mountGateway(http.server, { hub, world, clock, guard, voiceEndpoint, publish });
  undo.push(() => http.close());
  undo.push(() => drainSockets(sockets));
  await http.listen({ port: options.port ?? 0, host: LOOPBACK });
  const { port } = http.server.address() as AddressInfo;
  addresses.webBase = `http://${LOOPBACK}:${port}`;
  addresses.gateway = `ws://${LOOPBACK}:${port}/gateway`;
  undo.push(() => hub.stop());
  undo.push(() => voice.stop(VoiceCloseCode.ServerCrashed));
  sweepForever(world, clock, publisher);
  return {
    endpoints: {
      apiBase: `${addresses.webBase}/api`,
      ...addresses,
      voice: voiceEndpoint(),
      ca: certificates.ca,
      ...(certificates.caPath === undefined ? {} : { caPath: certificates.caPath }),
    },
    seeded,
    control: new Control({ world, clock, publisher, hub, httpFaults, voice, media, voiceEndpoint }),
    stop: () => unwind(undo),
    [Symbol.asyncDispose]: () => unwind(undo),
  };
}

async function openWorld(
  options: PlatformOptions,
  clock: AdjustableClock,
  undo: (() => void | Promise<void>)[],
): Promise<World> {
  if (options.dataDir !== undefined) await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const store = openSqliteStore(
    options.dataDir === undefined ? ":memory:" : join(options.dataDir, "platform.db"),
  );
  undo.push(() => store.close());
  return makeWorld(store, systemPorts(clock));
}

async function openCertificates(options: PlatformOptions) {
  // Loaded here: it costs more than the rest of the platform together.
  const { makeAuthority, makeLeaf } = await import("./tls/authority.js");
  const { openAuthority } = await import("./tls/authority-folder.js");
  const stored = options.dataDir === undefined ? undefined : await openAuthority(options.dataDir);
  const authority = stored ?? (await makeAuthority());
  return { ca: authority.certificate, caPath: stored?.path, leaf: await makeLeaf(authority) };
}

function sweepForever(world: World, clock: AdjustableClock, publisher: Publisher): void {
  const idleSince: IdleSince = new Map();
  const sweep = (): void => {
    publisher.publish(sweepIdleLobbies(world, idleSince));
    clock.after(IDLE_SWEEP_MS, sweep);
  };
  sweep();
}

/** Runs each step once, last first. */
async function unwind(undo: (() => void | Promise<void>)[]): Promise<void> {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
}
