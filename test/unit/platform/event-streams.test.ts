// The control API's stream of events to somebody who does not read.
import { once } from "node:events";
import { createConnection } from "node:net";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { MachineClock } from "../../../platform/clock/machine-clock.js";
import { ControlTimeline } from "../../../platform/control/groups/timeline.js";
import { makeControlServer } from "../../../platform/control/door/server.js";
import { TABLE } from "../../../platform/control/table.js";
import { Guard } from "../../../platform/guard/guard.js";
import { HostRule } from "../../../platform/sockets/host-rule.js";
import { Timeline } from "../../../platform/timeline/timeline.js";

/** More than the system keeps for a connection. */
const RECORDS = 150_000;

function scene() {
  const machineClock = new MachineClock((run) => run());
  const timeline = new Timeline({ clock: machineClock, machineClock, isolate: (work) => work() });
  const app = makeControlServer({
    control: { timeline: new ControlTimeline({ timeline }) } as never,
    machineClock,
    table: TABLE,
    further: {},
    guard: new Guard("test", () => undefined),
    token: "t",
    addresses: {},
    report: {} as never,
    hosts: new HostRule([]),
    requestTimeoutMs: 30_000,
  });
  onTestFinished(() => app.close());
  return { timeline, app };
}

async function unread(port: number) {
  const socket = createConnection(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write("GET /control/v1/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer t\r\n\r\n");
  await once(socket, "readable");
  return socket;
}

it("holds no more than the ring for somebody who does not read, tells how much was lost, and ends all the same", async () => {
  const { timeline, app } = scene();
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const [socket] = [await unread(port), await unread(port)];
  const target = new URL("http://127.0.0.1");
  for (let count = 0; count < RECORDS; count += 1) {
    timeline.delivery({ target, body: "{}", durationMs: 0, outcome: "x ".repeat(100) });
    if (count % 1000 === 0) await setImmediate();
  }
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text = text.slice(-1000) + part));
  while (!text.includes('"lost":')) await once(socket, "data");
  expect(Number(/"lost":(\d+)/.exec(text)?.[1])).toBeGreaterThan(1000);
  await app.close();
  expect(timeline.followers).toBe(0);
});
