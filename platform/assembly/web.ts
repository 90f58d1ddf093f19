import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { ActivityProxy } from "../activities/activity-proxy.js";
import type { GatewayHub } from "../gateway/hub.js";
import { mountGateway } from "../gateway/server.js";
import type { Guard } from "../guard/guard.js";
import { portError } from "../guard/start-error.js";
import { HttpFaults } from "../http/http-faults.js";
import { FAULT_ROUTE_NAMES, makeHttpServer } from "../http/server.js";
import { drainSockets } from "../sockets/drain-sockets.js";
import { HostRule } from "../sockets/host-rule.js";
import { randomBytes } from "../system-ports.js";
import type { Foundation } from "./foundation.js";
import type { Outbound } from "./outbound.js";
import type { Running } from "./running.js";
import type { Voice } from "./voice.js";

const LOOPBACK = "127.0.0.1";
const FORM_KEY_BYTES = 32;

/** The parts that the web server serves. */
export interface Served {
  readonly hub: GatewayHub;
  readonly voice: Voice;
  readonly outbound: Outbound;
}

/**
 * Starts the server of HTTP and of the main gateway, whose addresses are known from then on.
 * @returns the faults that tests switch on
 * @throws {StartError} when its port is in use
 */
export async function startWeb(
  foundation: Foundation,
  served: Served,
  running: Running,
): Promise<HttpFaults> {
  const { world, guards, settings, addresses } = foundation;
  const hosts = new HostRule(settings.hosts);
  const proxy = new ActivityProxy({ world, addresses, guard: guards.activities });
  const faults = new HttpFaults(FAULT_ROUTE_NAMES, foundation.clock);
  const http = makeHttp(foundation, served.outbound, { faults, hosts, aside: proxy.request });
  const sockets = mountGateway(
    http.server,
    gatewayContext(foundation, served, guards.gateway),
    guards.gateway,
    {
      aside: proxy.upgrade,
      hosts,
    },
  );
  running.add(() => http.close());
  running.keep(proxy);
  running.add(() => drainSockets(sockets));
  const port = await listen(http, settings.port, guards.http);
  addresses.webBase = `http://${LOOPBACK}:${port}`;
  addresses.gateway = `ws://${LOOPBACK}:${port}/gateway`;
  return faults;
}

type HttpOptions = Parameters<typeof makeHttpServer>[0];

function makeHttp(
  { world, files, publisher, addresses, guards, settings, accounts, timeline }: Foundation,
  { outside, idTokens }: Outbound,
  own: Pick<HttpOptions, "faults" | "hosts" | "aside">,
): FastifyInstance {
  return makeHttpServer({
    ...own,
    world,
    files,
    publisher,
    addresses,
    outside,
    idTokens,
    enforceRateLimits: settings.enforceRateLimits,
    autoApprove: accounts.autoApprove,
    corsOrigins: settings.cors,
    requestTimeoutMs: settings.requestTimeoutMs,
    formKey: randomBytes(FORM_KEY_BYTES),
    guard: guards.http,
    tap: timeline,
  });
}

function gatewayContext(
  { world, clock, machineClock, publisher, settings, timeline }: Foundation,
  { hub, voice }: Served,
  guard: Guard,
): Parameters<typeof mountGateway>[1] {
  return {
    hub,
    world,
    clock,
    machineClock,
    guard: voice.joins,
    heartbeatIntervalMs: settings.heartbeatIntervalMs,
    log: settings.log,
    tap: timeline,
    answers: { guard, machineClock },
    voiceEndpoint: () => voice.endpoint(),
    perform: (work) => publisher.perform(work),
  };
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
