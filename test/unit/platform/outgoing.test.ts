import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebAddress } from "sdkpp/wire";
import { expect, it, onTestFinished } from "vitest";
import { Outgoing } from "../../../platform/outgoing/outgoing.js";
import { StillClock } from "../../support/still-clock.js";

it("sends nothing once it has stopped", async () => {
  const outgoing = new Outgoing({ clock: new StillClock(), isLocalAllowed: true });
  outgoing.stop();
  const nobody = "http://127.0.0.1:9/" as WebAddress;
  expect(await outgoing.post(nobody, {}, "{}")).toEqual({ problem: "the platform has stopped" });
});

it("waits three seconds of its clock for an answer", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const clock = new StillClock();
  const outgoing = new Outgoing({ clock, isLocalAllowed: true });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  let isOver = false;
  const arrived = once(server, "request");
  const answer = outgoing.post(url as WebAddress, {}, "{}").finally(() => (isOver = true));
  await arrived;
  clock.advance(2999);
  await Promise.resolve();
  expect(isOver).toBe(false);
  clock.advance(1);
  expect(await answer).toEqual({ problem: "did not answer within 3 s" });
});
