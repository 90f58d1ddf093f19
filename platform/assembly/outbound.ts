import { readInteractionReply } from "../http/interaction-reply.js";
import { MultipartReader } from "../http/multipart-reader.js";
import type { Outside } from "../http/route.js";
import { InteractionEndpoint } from "../interactions/endpoint.js";
import { OidcIssuers } from "../openid/external-identities.js";
import { ExternalTokens } from "../openid/external-tokens.js";
import { IdTokens } from "../openid/id-tokens.js";
import { Outgoing } from "../outgoing/outgoing.js";
import { EventWebhooksRoom } from "../webhooks/room.js";
import { randomBelow } from "../system-ports.js";
import type { Foundation } from "./foundation.js";
import type { Running } from "./running.js";

/** The parts that ask other servers. */
export interface Outbound {
  readonly webhooks: EventWebhooksRoom;
  readonly issuers: OidcIssuers;
  readonly idTokens: IdTokens;
  /** The same, as HTTP routes know it. */
  readonly outside: Outside;
}

export function startOutbound(foundation: Foundation, running: Running): Outbound {
  const { world, publisher, addresses } = foundation;
  const webhooks = startWebhooks(foundation, running);
  startInteractions(foundation, running);
  const idTokens = new IdTokens({ world, publisher, addresses });
  const issuers = startIssuers(foundation, running);
  const externalTokens = new ExternalTokens(world, issuers);
  const outside: Outside = {
    eventWebhookProblem: (applicationId, url) => webhooks.eventWebhookProblem(applicationId, url),
    interactionsProblem: (applicationId, url) => webhooks.interactionsProblem(applicationId, url),
    currentKey: () => idTokens.currentKey(),
    withIdToken: (issued) => idTokens.attach(issued),
    provenAccount: (application, type, token) => externalTokens.provenAccount(application, type, token),
  };
  return { webhooks, issuers, idTokens, outside };
}

function startWebhooks(foundation: Foundation, running: Running): EventWebhooksRoom {
  const { world, clock, machineClock, publisher, guards, settings, timeline: tap } = foundation;
  const guard = guards.webhooks;
  const isLocalAllowed = settings.localWebhooks;
  const parts = { world, clock, machineClock, publisher, guard, tap, isLocalAllowed, randomBelow };
  const room = new EventWebhooksRoom(parts);
  running.keep(room.rechecks);
  running.keep(room.sender);
  return room;
}

function startInteractions(
  { world, files, publisher, machineClock, guards, settings, timeline: tap }: Foundation,
  running: Running,
): void {
  const guard = guards.webhooks;
  const outgoing = new Outgoing({ clock: machineClock, isLocalAllowed: settings.localWebhooks, tap });
  const reader = new MultipartReader(files, guard);
  const read = (contentType: string, body: Buffer) => readInteractionReply(contentType, body, reader);
  running.keep(new InteractionEndpoint({ world, publisher, outgoing, guard, read }));
}

function startIssuers({ clock, machineClock, settings }: Foundation, running: Running): OidcIssuers {
  const { allowInsecureIssuers } = settings;
  return running.keep(new OidcIssuers({ clock, machineClock, allowInsecureIssuers }));
}
