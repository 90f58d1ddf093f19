import { DAVE_VERSION, VoiceCloseCode } from "sdkpp/wire";
import { openCertificates } from "./assembly/certificates.js";
import { startControlApi } from "./assembly/control-api.js";
import { startClocks } from "./assembly/clocks.js";
import { openFoundation, type Foundation } from "./assembly/foundation.js";
import { makeGuards } from "./assembly/guards.js";
import { makeMedia } from "./assembly/media.js";
import { startOutbound } from "./assembly/outbound.js";
import { checkLater, sweepFiles } from "./assembly/records.js";
import { startWhole, type Running } from "./assembly/running.js";
import { readSeed } from "./assembly/seed-source.js";
import { snapshotParts } from "./assembly/snapshots.js";
import { startVoice, type Voice } from "./assembly/voice.js";
import { startWeb, type Served } from "./assembly/web.js";
import type { ControlAccess } from "./control/access.js";
import { Control } from "./control/control.js";
import { checkedExtension, type ControlExtension } from "./control/extension.js";
import type { Seeded } from "./control/seed.js";
import { e2eeAt } from "./domain/rules/voice/e2ee.js";
import { GatewayHub } from "./gateway/hub.js";
import type { HttpFaults } from "./http/http-faults.js";
import type { Endpoints, PlatformOptions } from "./options.js";
import { RpcRoom } from "./rpc/room.js";
import { readOptions, type Settings } from "./settings.js";
import { sweepForever } from "./sweeps.js";
import { NETWORK_PROFILES } from "./voice/sfu/network-profiles.js";

/** A platform that runs in this process. */
export interface Platform extends AsyncDisposable {
  readonly endpoints: Endpoints;
  readonly seeded: Seeded;
  readonly control: Control;
  /** Address and token with which other programs use {@link control}; only with the option `controlApi`. */
  readonly controlApi?: ControlAccess;
  /** Stops all servers. State in a data folder is kept. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts a platform on loopback. Any number can run in one process.
 * @param extension further operations on the control API, such as `people` of `@sdkpp/testing`; it is opened with the option
 *   `controlApi` only
 * @throws {StartError} when a port is in use (code `EADDRINUSE`) or the data folder is unusable; its message is one sentence
 *   with the file or port and a remedy
 * @throws {ArgumentError} (a TypeError) for an option of the wrong type, {ArgumentRangeError} (a RangeError) for one out of
 *   range
 */
export async function startPlatform(
  options: PlatformOptions = {},
  extension?: ControlExtension,
): Promise<Platform> {
  const settings = readOptions(options);
  const checked = checkedExtension(extension);
  return startWhole((running) => assemble(settings, checked, running), settings.log);
}

/** Starts the parts in this order. They stop in the reverse order. */
async function assemble(
  settings: Settings,
  extension: ControlExtension | undefined,
  running: Running,
): Promise<Platform> {
  const seed = await readSeed(settings);
  const guards = makeGuards(settings.log);
  const clocks = startClocks(guards.timers, settings, running);
  const media = makeMedia(settings.log, guards.media, running);
  await media.worker.setClock(clocks.clock.reading);
  const foundation = openFoundation(settings, seed, guards, clocks, running);
  const certificates = await openCertificates(foundation.folder);
  const voice = await startVoice(foundation, media, certificates.leaf, running);
  const hub = makeHub(foundation, voice);
  const outbound = startOutbound(foundation, running);
  const served = { hub, voice, outbound };
  const httpFaults = await startWeb(foundation, served, running);
  // Sessions end before the sockets that they end on.
  running.keep(hub);
  running.add(() => voice.gateway.stop(VoiceCloseCode.ServerCrashed));
  const rpc = startRpc(foundation, running);
  const control = startControl(foundation, { ...served, httpFaults, rpc }, running);
  if (settings.impair !== undefined) await control.faults.impair(NETWORK_PROFILES[settings.impair]);
  const { desktopApp } = foundation.accounts;
  const desktop = desktopApp && (await control.desktop.start(desktopApp));
  outbound.webhooks.sender.start();
  outbound.webhooks.rechecks.start();
  sweepForever({ ...foundation, guard: guards.timers });
  const endpoints = endpointsOf(foundation, voice, certificates, desktop?.path);
  const controlApi = await startControlApi(foundation, { control, endpoints, extension }, running);
  checkLater(foundation.folder, guards.world, running);
  sweepFiles(foundation.files, guards.world);
  const stop = (): Promise<void> => running.stop();
  const access = controlApi && { controlApi, endpoints: { ...endpoints, control: controlApi.url } };
  return { endpoints, seeded: foundation.seeded, control, ...access, stop, [Symbol.asyncDispose]: stop };
}

function makeHub(
  { world, clock, publisher, guards, settings, addresses }: Foundation,
  voice: Voice,
): GatewayHub {
  return new GatewayHub({
    world,
    clock,
    publisher,
    guard: guards.gateway,
    sessionsPerUser: settings.sessionsPerUser,
    readyDetails: () => ({
      resumeUrl: addresses.gateway,
      protocolFloor: e2eeAt(voice.gateway.e2ee, clock.now()) === "required" ? DAVE_VERSION : 0,
    }),
  });
}

function startRpc(foundation: Foundation, running: Running): RpcRoom {
  const { world, clock, machineClock, publisher, addresses, guards, accounts, timeline } = foundation;
  const { autoApprove } = accounts;
  const parts = { world, clock, machineClock, publisher, addresses, autoApprove };
  return running.keep(new RpcRoom({ ...parts, guard: guards.rpc, tap: timeline }));
}

function startControl(
  foundation: Foundation,
  parts: Served & { readonly httpFaults: HttpFaults; readonly rpc: RpcRoom },
  running: Running,
): Control {
  const { world, files, clock, publisher, seeded, folder, timeline } = foundation;
  const { hub, httpFaults, rpc, voice, outbound } = parts;
  const control = new Control({
    world,
    files,
    clock,
    publisher,
    timeline,
    hub,
    httpFaults,
    voice: voice.gateway,
    media: voice.media,
    webhooks: outbound.webhooks,
    rpc,
    issuers: outbound.issuers,
    snapshots: snapshotParts(foundation, parts),
    voiceEndpoint: () => voice.endpoint(),
    keepBotToken: (applicationId, token) => {
      if (applicationId === seeded.applicationId) folder?.keepBotToken(token);
    },
  });
  running.keep(control.interactions);
  return control;
}

function endpointsOf(
  { addresses }: Foundation,
  voice: Voice,
  { ca, caPath }: { readonly ca: string; readonly caPath: string | undefined },
  desktopApp: string | undefined,
): Endpoints {
  return {
    apiBase: `${addresses.webBase}/api`,
    legacyApiBase: `${addresses.webBase}/legacy/api`,
    ...addresses,
    voice: voice.endpoint(),
    ca,
    ...(caPath === undefined ? {} : { caPath }),
    ...(desktopApp === undefined ? {} : { desktopApp }),
  };
}
