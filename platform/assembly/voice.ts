import { JoinGuard } from "../domain/rules/voice/join-guard.js";
import { portError } from "../guard/start-error.js";
import { drainSockets } from "../sockets/drain-sockets.js";
import { makeSigningKey, randomBelow, randomBytes } from "../system-ports.js";
import { VoiceServer } from "../voice/gateway/server.js";
import { SsrcPool } from "../voice/gateway/ssrc-pool.js";
import { VoiceGateway } from "../voice/gateway/voice-gateway.js";
import type { MediaWorker } from "../voice/sfu/media-worker.js";
import type { Foundation } from "./foundation.js";
import type { Media } from "./media.js";
import type { Running } from "./running.js";
import { MediaCounts } from "../timeline/media-counts.js";

const MEDIA_ADDRESS = "127.0.0.1";

export interface Voice {
  readonly gateway: VoiceGateway;
  readonly media: MediaWorker;
  /** Which users may join which calls now. */
  readonly joins: JoinGuard;
  /** The endpoint in voice server updates. */
  endpoint(): string;
}

/** Starts the voice gateway and its server. @throws {StartError} when its port is in use */
export async function startVoice(
  foundation: Foundation,
  { worker: media, onExhausted }: Media,
  leaf: { readonly cert: string; readonly key: string },
  running: Running,
): Promise<Voice> {
  const joins = new JoinGuard();
  const gateway = makeGateway(foundation, joins, media);
  onExhausted((ssrc) => gateway.exhausted(ssrc));
  countMedia(foundation, gateway, media);
  const server = await listen(foundation, gateway, media, leaf);
  running.add(() => server.stop());
  running.add(() => drainSockets(server.sockets));
  const endpoint = () => `localhost:${server.port}`;
  foundation.world.voice.endpoint = endpoint();
  return { gateway, media, joins, endpoint };
}

function makeGateway(
  { world, clock, publisher, guards, settings }: Foundation,
  joins: JoinGuard,
  media: MediaWorker,
): VoiceGateway {
  return new VoiceGateway(
    {
      world,
      clock,
      publisher,
      guard: joins,
      faults: guards.voice,
      ssrcs: new SsrcPool(clock, randomBelow),
      signingKey: makeSigningKey(),
      e2ee: settings.e2ee,
      takenOverClose: settings.takenOverClose,
      singleUseVoiceTokens: settings.singleUseVoiceTokens,
      randomBytes,
      media: (command) => media.send(command),
      forward: (command) => media.forward(command),
    },
    () => ({ ip: MEDIA_ADDRESS, port: media.port }),
  );
}

/** Asks a worker that runs already: a timeline starts none. */
function countMedia(
  { timeline, machineClock, guards }: Foundation,
  gateway: VoiceGateway,
  media: MediaWorker,
): void {
  const counts = () => (media.port === 0 ? undefined : media.stats().then(({ sessions }) => sessions));
  const placeOf = (ssrc: number) => gateway.sessionOf(ssrc)?.participation;
  const start = (work: Promise<unknown>): void => guards.timeline.start("counting datagrams", work);
  new MediaCounts({ timeline, machineClock, source: { counts, placeOf }, start });
}

async function listen(
  { machineClock, guards, settings, timeline }: Foundation,
  gateway: VoiceGateway,
  media: MediaWorker,
  leaf: { readonly cert: string; readonly key: string },
): Promise<VoiceServer> {
  const { log, voicePort: port, requestTimeoutMs } = settings;
  try {
    return await VoiceServer.start({
      gateway,
      prepare: () => media.ready(),
      machineClock,
      guard: guards.voice,
      log,
      tap: timeline,
      port,
      requestTimeoutMs,
      ...leaf,
    });
  } catch (error) {
    throw portError(port, error);
  }
}
