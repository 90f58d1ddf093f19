import { HttpClient } from "../net/index.js";
import { ActivityInvitesArea } from "./areas/activity-invites/activity-invites-area.js";
import { AuthorizationArea } from "./areas/authorization/authorization-area.js";
import { CallsArea } from "./areas/calls/calls-area.js";
import { DeviceArea } from "./areas/authorization/device-area.js";
import { ProvisionalArea } from "./areas/authorization/provisional-area.js";
import { ConnectionArea } from "./areas/connection/connection-area.js";
import { DirectMessagesArea } from "./areas/direct-messages/direct-messages-area.js";
import { LaunchingArea } from "./areas/launching/launching-area.js";
import { LinkedChannelsArea } from "./areas/linked-channels/linked-channels-area.js";
import { LobbiesArea } from "./areas/lobbies/lobbies-area.js";
import { LogsArea } from "./areas/logs/logs-area.js";
import { MessagePage } from "./areas/messages/message-page.js";
import { MessagesArea } from "./areas/messages/messages-area.js";
import { DesktopAppArea } from "./areas/desktop-app/desktop-app-area.js";
import { MicrophoneTestArea } from "./areas/microphone-test/microphone-test-area.js";
import { PresenceArea } from "./areas/presence/presence-area.js";
import { RelationshipsArea } from "./areas/relationships/relationships-area.js";
import { UsersArea } from "./areas/users/users-area.js";
import { VoiceSettingsArea } from "./areas/voice-settings/voice-settings-area.js";
import { AudioProcessingArea } from "./areas/audio-devices/audio-processing-area.js";
import { AudioDevicesArea } from "./areas/audio-devices/audio-devices-area.js";
import { Api } from "./core/api/api.js";
import { Application } from "./core/world/application.js";
import { CallModule } from "./areas/calls/call-module.js";
import { CallbackQueue } from "./core/events/callback-queue.js";
import { ChosenDevices } from "./core/devices/chosen-devices.js";
import type { ClientEvents } from "./core/events/client-events.js";
import { ClientLogs } from "./core/logs/client-logs.js";
import { Desktop } from "./core/desktop/desktop.js";
import { DeviceWatch } from "./core/devices/device-watch.js";
import { Disclosure } from "./core/messages/disclosure.js";
import { EventHub } from "./core/events/event-hub.js";
import { notify, type Feature } from "./core/events/feature.js";
import { Handles } from "./core/world/handles.js";
import { LiveWorld } from "./core/world/live-world.js";
import { registerManualQueue } from "./core/events/manual-queues.js";
import { MessageRequests } from "./core/messages/message-requests.js";
import { Operations } from "./core/operations/operation.js";
import { OwnPresence } from "./core/world/own-presence.js";
import { ProvisionalMerge } from "./core/operations/provisional-merge.js";
import { PlayerApi } from "./core/api/player-api.js";
import { ClientSession } from "./core/session/session.js";
import type { Host } from "./host-options.js";
import type { ClientCreateOptions } from "./values/client-create-options.js";

/** Time limit of an HTTP request until the game sets one, milliseconds. */
const DEFAULT_HTTP_TIMEOUT_MS = 30_000;

/** A client without calls works without the addon; starting a call reports an addon that cannot be loaded. */
function isDebugBuild(host: Host): boolean {
  // a process with voice processes never loads it
  if (host.voiceHost !== undefined) return false;
  try {
    return host.loadAddon().buildType === "debug";
  } catch {
    return false;
  }
}

/** Creates the services that several areas share. Each is made from those above it. */
function createServices(options: ClientCreateOptions, host: Host, destroyed: AbortSignal) {
  const { fetch, userAgent, clock } = host;
  const application = new Application();
  const callModule = new CallModule(host.voiceHost !== undefined);
  const ownPresence = new OwnPresence();
  const queue = new CallbackQueue(host.callbackMode, clock);
  const logs = new ClientLogs(queue, () => isDebugBuild(host));
  const events = new EventHub<ClientEvents>(queue, (event, error) =>
    logs.callbackThrew(`the callback of "${event}"`, error),
  );
  const operations = new Operations(queue, logs);
  const http = new HttpClient({ fetch, userAgent, clock, timeoutMs: DEFAULT_HTTP_TIMEOUT_MS });
  const api = new Api(http, options);
  const world = new LiveWorld(clock);
  const session = new ClientSession({
    host,
    options,
    api,
    logs,
    events,
    world,
    ownPresence,
    application,
    callModule,
  });
  const playerApi = new PlayerApi(api, session);
  const disclosure = new Disclosure({ playerApi, world, logs, application, destroyed });
  const messages = new MessageRequests({ playerApi, world, disclosure });
  const desktop = new Desktop({ host, application, logs });
  const merge = new ProvisionalMerge({ world: world.view, queue, logs });
  const deviceWatch = new DeviceWatch({ host, logs });
  const chosenDevices = new ChosenDevices({ deviceWatch, logs, clock });
  const cdnBase = host.cdnBase ?? `${options.webBase.replace(/\/+$/, "")}/cdn`;
  const handles = new Handles({ world: world.view, application, cdnBase, destroyed });
  return {
    options,
    host,
    destroyed,
    application,
    callModule,
    ownPresence,
    queue,
    logs,
    events,
    operations,
    http,
    api,
    world,
    session,
    playerApi,
    messages,
    desktop,
    merge,
    deviceWatch,
    chosenDevices,
    handles,
    clock,
  };
}

type Services = ReturnType<typeof createServices>;

/** Every area of the client. They are notified in this order. */
function createAreas(services: Services) {
  const { logs } = services;
  const world = services.world.view;
  // Before the calls: the game hears of a deleted lobby before the end of its call.
  const lobbies = new LobbiesArea(services);
  const calls = new CallsArea(services);
  const authorization = new AuthorizationArea(services);
  return {
    authorization,
    device: new DeviceArea(services),
    provisionalAccounts: new ProvisionalArea(services),
    connection: new ConnectionArea({ ...services, calls }),
    presence: new PresenceArea(services),
    activityInvites: new ActivityInvitesArea(services),
    lobbies,
    linkedChannels: new LinkedChannelsArea(services),
    messages: new MessagesArea({ ...services, page: new MessagePage({ ...services, world }) }),
    directMessages: new DirectMessagesArea({ ...services, world }),
    relationships: new RelationshipsArea(services),
    users: new UsersArea(services),
    desktopApp: new DesktopAppArea({ ...services, world }),
    launching: new LaunchingArea({ ...services, authorization }),
    calls,
    voiceSettings: new VoiceSettingsArea(calls),
    audioDevices: new AudioDevicesArea(services),
    microphoneTest: new MicrophoneTestArea({ ...services, calls }),
    audioProcessing: new AudioProcessingArea({ logs, calls }),
    logs: new LogsArea(logs),
  };
}

/** Everything that a client consists of. It makes the parts and forwards the events of the client's life to them. */
export class ClientCore {
  /** Every area, the events and the operations: the members of `Client` work with them. */
  readonly parts: ReturnType<typeof createAreas> & Pick<Services, "events" | "operations">;
  readonly events: EventHub<ClientEvents>;
  readonly operations: Operations;
  readonly queue: CallbackQueue;
  readonly #features: readonly Feature[];
  readonly #destroyed = new AbortController();

  constructor(options: ClientCreateOptions, host: Host) {
    const services = createServices(options, host, this.#destroyed.signal);
    const { queue, events, operations, session, world, logs, desktop } = services;
    if (host.callbackMode === "manual") registerManualQueue(queue);
    this.queue = queue;
    this.events = events;
    this.operations = operations;
    const areas = createAreas(services);
    this.parts = { ...areas, events, operations };
    this.#features = [operations, ...Object.values(areas), desktop, session, world, logs];
    session.signals.on("ready", () => notify(this.#features, "ready"));
    session.signals.on("ended", () => notify(this.#features, "ended"));
  }

  get isDestroyed(): boolean {
    return this.#destroyed.signal.aborted;
  }

  /** Ends calls and connection. Pending operations end with `ClientDestroyed`, and handles become invalid. */
  destroy(): void {
    if (this.isDestroyed) return;
    this.#destroyed.abort();
    notify(this.#features, "destroyed");
    this.events.close();
  }
}
