// A platform that has stopped, and what still ran: no record changes, and the process goes on.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { within } from "../../support/within.js";
import { ask, platformForTest } from "./support-platform.js";

/** A server of an application that proves itself when its address is saved, and never answers an interaction. */
async function silentApplication() {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    if (requests === 1) response.setHeader("content-type", "application/json").end('{"type":1}');
    else if (requests === 2) response.writeHead(401).end();
    else server.emit("silence");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    asked: (): Promise<unknown> => within("an interaction", once(server, "silence")),
  };
}

it("leaves an interaction whose application was being asked as it was", async () => {
  const lines: string[] = [];
  const platform = await platformForTest({ localWebhooks: true, log: (line) => lines.push(line) });
  const { control, seeded } = platform;
  const { applicationId, userIds } = seeded;
  const bot = { authorization: `Bot ${seeded.botToken}` };
  const { url, asked } = await silentApplication();
  const saved = await ask(platform, bot, "PATCH /applications/@me", { interactions_endpoint_url: url });
  expect(saved.status).toBe(200);
  const command = { name: "wave", description: "Wave" };
  await ask(platform, bot, `POST /applications/${applicationId}/commands`, command);
  const [ada] = userIds;
  const channels = [{ name: "text", kind: "text" } as const];
  const guild = control.guilds.create({ name: "G", ownerId: ada, memberIds: [seeded.botUserId], channels });
  const channelId = guild.channels[0]!.id;
  const arrived = asked();
  const seen = control.interactions.useCommand({ applicationId, userId: ada, channelId, name: "wave" });
  await arrived;
  await platform.stop();
  const { id } = await seen;
  expect(control.interactions.get(id)).toMatchObject({ status: "waiting" });
  expect(lines).toEqual([]);
});

it("says so to a program that goes on changing its records", async () => {
  const { control, stop } = await platformForTest();
  await stop();
  expect(() => control.users.create({ username: "late" })).toThrow(
    "The platform has stopped, and its records cannot change any more; start another one.",
  );
});
