import type { Platform } from "@sdkpp/platform";
import { GROUPS } from "sdkpp/surface";
import { WebSocket } from "ws";
import { expect, it, onTestFinished } from "vitest";
import { DevelopmentHost } from "../../../packages/electron/development/index.js";
import { fromText, toText } from "../../../packages/electron/bridge/socket-text.js";
import type { ToPage } from "../../../packages/electron/bridge/messages.js";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

const ORIGIN = "http://localhost:5173";

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

async function hostOfAda(): Promise<{ host: DevelopmentHost; address: string }> {
  const client = await signIn(platform, platform.seeded.userIds[0], { prepare: (one) => clients.push(one) });
  const host = new DevelopmentHost({ client, allow: [...GROUPS.session], origins: [ORIGIN] });
  onTestFinished(() => host.close());
  return { host, address: await host.listen() };
}

interface Open {
  readonly socket: WebSocket;
  readonly heard: (ToPage | { nextToken: string })[];
  /** the status of a refusal; undefined: it is open */
  readonly refused: number | undefined;
}

function open(address: string, origin = ORIGIN): Promise<Open> {
  const socket = new WebSocket(address, { origin });
  onTestFinished(() => socket.terminate());
  const heard: Open["heard"] = [];
  socket.on("message", (data: Buffer) => heard.push(fromText(data.toString()) as ToPage));
  return new Promise((resolve) => {
    socket.on("open", () => resolve({ socket, heard, refused: undefined }));
    socket.on("unexpected-response", (_request, { statusCode }) =>
      resolve({ socket, heard, refused: statusCode }),
    );
    socket.on("error", () => undefined);
  });
}

it("gives a page its state, and the token of its next connection; each token works once", async () => {
  const { address } = await hostOfAda();
  const page = await open(address);
  page.socket.send(toText({ type: "sync" }));
  await waitFor("the state", () => page.heard.length === 2);
  const [next, snapshot] = page.heard as [{ nextToken: string }, ToPage & { type: "snapshot" }];
  expect(snapshot.changes.map(([part]) => part)).toEqual(["session"]);
  expect((await open(address)).refused).toBe(403);
  const again = new URL(address);
  again.searchParams.set("token", next.nextToken);
  expect((await open(again.href)).refused).toBeUndefined();
});

it("has no address before it listens", async () => {
  const client = await signIn(platform, platform.seeded.userIds[0], { prepare: (one) => clients.push(one) });
  const host = new DevelopmentHost({ client, allow: [], origins: [ORIGIN] });
  expect(() => host.address()).toThrow("the host has no port yet; await listen() first");
  host.close();
});

it("lets no other page in, and outlives what is no message", async () => {
  const { host, address } = await hostOfAda();
  expect((await open(address, "http://evil.example")).refused).toBe(403);
  const page = await open(host.address());
  for (const text of ["{", "null", "7", '"x"', "[]", '{"type":7}', '{"type":"call","id":"x"}'])
    page.socket.send(text);
  page.socket.send(toText({ type: "call", id: 1, name: "blockUser", args: ["1"], deadlineMs: 1000 }));
  await waitFor("an answer", () => page.heard.length === 2);
  expect(page.heard[1]).toMatchObject({ type: "failed", id: 1, failure: { code: "NOT_ALLOWED" } });
});
