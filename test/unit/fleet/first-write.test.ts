import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, it } from "vitest";
import { Sessions } from "../../../packages/fleet/lavalink/sessions.js";
import { Sockets } from "../../../packages/fleet/lavalink/sockets.js";
import { Stats } from "../../../packages/fleet/lavalink/stats.js";
import { VirtualClock } from "../../support/virtual-clock.js";
import { waitFor } from "../../support/wait-for.js";
import { FakeWorker } from "./support-fake-worker.js";
import { NOW, USER } from "./support-node.js";

it("the answer to a client's upgrade and its session id are one write", async () => {
  const clock = new VirtualClock();
  const sessions = new Sessions({
    ...{ worker: new FakeWorker(), clock, wallClock: () => NOW, stuckMs: 1, playerUpdateMs: 1 },
    resolve: () => Promise.resolve(undefined),
  });
  const writes: string[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => done(void writes.push(chunk.toString("latin1"))),
    writev: (chunks, done) =>
      done(void writes.push(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)).toString("latin1"))),
  });
  const request = new IncomingMessage(new Socket());
  const key = { "sec-websocket-key": "c2l4dGVlbiBieXRlcyBsbw==", "sec-websocket-version": "13" };
  request.method = "GET";
  request.url = "/v4/websocket";
  request.headers = { upgrade: "websocket", connection: "Upgrade", ...key, "user-id": USER };
  new Sockets(sessions, new Stats(sessions, clock), clock).upgrade(
    request,
    socket,
    Buffer.of(),
    () => undefined,
  );
  await waitFor("the answer", () => writes.length > 0);
  expect(writes[0]).toMatch(/^HTTP\/1.1 101 [^]*"op":"ready"/);
  sessions.close();
});
