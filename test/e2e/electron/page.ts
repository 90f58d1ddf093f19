import { MessageChannel } from "node:worker_threads";
import type { Client } from "sdkpp";
import { COLLECTIONS, type Allowed, type CollectionName } from "sdkpp/surface";
import { pagePort, Social } from "../../../packages/electron/renderer/index.js";
import type { Port } from "../../../packages/electron/bridge/port.js";
import { SocialServer, type SocialServerOptions } from "../../../packages/electron/social/index.js";
import { waitFor } from "../../support/wait-for.js";

/** A page of this process: what crosses is cloned, as between processes. */
export function openPage(
  server: SocialServer,
  allow: readonly Allowed[],
  heard?: (message: unknown) => void,
): Social {
  const social = new Social({ nextFrame: (task) => void setImmediate(task) });
  connectPage(social, server, allow, heard);
  return social;
}

/** Gives a page a port to a server. @param heard every message in both directions */
export function connectPage(
  social: Social,
  server: SocialServer,
  allow: readonly Allowed[],
  heard: (message: unknown) => void = () => undefined,
): void {
  const { port1, port2 } = new MessageChannel();
  server.attach(watched(pagePort(port1 as unknown as MessagePort), heard), allow);
  social.use(pagePort(port2 as unknown as MessagePort));
}

function watched(port: Port, heard: (message: unknown) => void): Port {
  return {
    ...port,
    post(message) {
      heard(message);
      port.post(message);
    },
    onMessage(listener) {
      port.onMessage((message) => {
        heard(message);
        listener(message);
      });
    },
  };
}

/** A page of a client, whose state has come. */
export async function pageOf(
  client: Client,
  allow: readonly Allowed[],
  more: Omit<SocialServerOptions, "client"> = {},
): Promise<{ social: Social; server: SocialServer }> {
  const server = new SocialServer({ client, ...more });
  const social = openPage(server, allow);
  await waitFor("the state", () => social.state.isComplete);
  return { social, server };
}

/** All that a page holds, as plain values. */
export function stateOf(social: Social): Record<string, unknown> {
  const names = Object.keys(COLLECTIONS) as CollectionName[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.fromEntries([...social.state.all(name)].sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
}
