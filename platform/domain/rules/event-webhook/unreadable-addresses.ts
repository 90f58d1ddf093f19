import { isWebAddress, type WebAddress } from "sdkpp/wire";
import { EventWebhookStatus } from "../../records/oauth2/event-webhooks.js";
import type { EventWebhookWorld } from "../../world/event-webhook/event-webhook-world.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { discard } from "./deliveries.js";

type Touched = ApplicationWorld & LobbyWorld & EventWebhookWorld;

/**
 * Drops stored addresses that nothing can be sent to: earlier releases accepted some.
 * @returns a line for each
 */
export function dropUnreadableAddresses(world: Touched): string[] {
  return [...ofApplications(world), ...ofLobbies(world), ...ofEvents(world)];
}

function ofApplications(world: Touched): string[] {
  const lines: string[] = [];
  for (const { id } of world.applications.all()) {
    const drop = (name: string, url: WebAddress | undefined, change: object): void => {
      const stored = world.applications.get(id);
      if (isReadable(url) || stored === undefined) return;
      world.applications.put({ ...stored, ...change });
      lines.push(`dropped ${name} of application ${id}: ${shown(url)} is not an address`);
    };
    const { eventWebhooks, interactionsUrl } = world.applications.get(id) ?? {};
    drop("interactions_endpoint_url", interactionsUrl, { interactionsUrl: undefined });
    const status = EventWebhookStatus.DisabledByPlatform;
    const disabledReason = "the address cannot be read";
    drop("event_webhooks_url", eventWebhooks?.url, {
      eventWebhooks: { ...eventWebhooks, url: undefined, status, disabledReason },
    });
  }
  return lines;
}

function ofLobbies(world: Touched): string[] {
  const lobbies = world.lobbies.all().filter(({ eventWebhooksUrl }) => !isReadable(eventWebhooksUrl));
  return lobbies.map(({ eventWebhooksUrl, ...rest }) => {
    world.lobbies.put(rest);
    return `dropped override_event_webhooks_url of lobby ${rest.id}: ${shown(eventWebhooksUrl)} is not an address`;
  });
}

function ofEvents(world: Touched): string[] {
  const events = world.eventDeliveries.all().filter(({ url }) => !isReadable(url));
  for (const event of events) discard(world, event);
  const [first] = events;
  if (first === undefined) return [];
  return [`dropped ${String(events.length)} events that wait: ${shown(first.url)} is not an address`];
}

function isReadable(url: WebAddress | undefined): boolean {
  return url === undefined || isWebAddress(url);
}

/** The address in one short line. */
function shown(url: WebAddress | undefined): string {
  return JSON.stringify(url?.slice(0, 100));
}
