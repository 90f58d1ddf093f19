// What bots do with messages in servers: pins, forwards and files.
import { Permission, type MessagePayload, type PinsPayload } from "sdkpp/wire";
import { expect } from "vitest";
import { change } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();

const { ViewChannel, SendMessages, ReadMessageHistory } = Permission;

/** A server in which everybody reads and writes, and the bot has these permissions as well. @returns its channel's path */
function channelWith(permissions: bigint): string {
  const guild = at.guild({
    name: "Server",
    channels: [{ name: "text", kind: "text" }],
    everyone: ViewChannel | SendMessages | ReadMessageHistory,
    roles: [{ name: "bot", permissions, memberIds: [at.platform.seeded.botUserId] }],
  });
  return `/channels/${guild.channels[0]!.id}`;
}

async function post(channel: string, body: unknown): Promise<MessagePayload> {
  const answer = await at.ask<MessagePayload>(at.bot, `POST ${channel}/messages`, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Statuses of pinning a message and of taking the pin back. */
async function pinAndUnpin(channel: string): Promise<number[]> {
  const { id } = await post(channel, { content: "rules" });
  const ask = (method: string) => at.ask(at.bot, `${method} ${channel}/messages/pins/${id}`);
  return [(await ask("PUT")).status, (await ask("DELETE")).status];
}

const SPLIT = "platform/domain/records/guild/permission-splits.ts";
row(59, change(SPLIT, "PinMessages: Permission.ManageMessages", "PinMessages: 0n"), async () => {
  expect(Permission.PinMessages).toBe(1n << 51n);
  const [managing, pinning] = [channelWith(Permission.ManageMessages), channelWith(Permission.PinMessages)];
  const { clock } = at.platform.control;
  const today = clock.now();
  expect(await pinAndUnpin(managing)).toEqual([403, 403]);
  expect(await pinAndUnpin(pinning)).toEqual([204, 204]);
  await clock.set(Date.UTC(2026, 1, 22));
  expect(await pinAndUnpin(managing)).toEqual([204, 204]);
  await clock.set(today);
});

row(
  93,
  change("platform/domain/rules/message/pins.ts", "filter(({ pinnedAt }) => pinnedAt < before)", "slice()"),
  async () => {
    const channel = channelWith(Permission.PinMessages);
    const ids: string[] = [];
    for (let count = 0; count < 52; count += 1) {
      const { id } = await post(channel, { content: String(count) });
      ids.unshift(id);
      expect((await at.ask(at.bot, `PUT ${channel}/messages/pins/${id}`)).status).toBe(204);
    }
    const pins = async (query: string) =>
      (await at.ask<PinsPayload>(at.bot, `GET ${channel}/messages/pins${query}`)).body;
    const first = await pins("");
    expect(first.has_more).toBe(true);
    expect(first.items.map(({ message }) => message.id)).toEqual(ids.slice(0, 50));
    const rest = await pins(`?before=${encodeURIComponent(first.items.at(-1)!.pinned_at)}`);
    expect(rest.has_more).toBe(false);
    expect(rest.items.map(({ message }) => message.id)).toEqual(ids.slice(50));
    expect((await at.ask(at.bot, `DELETE ${channel}/messages/pins/${ids[0]!}`)).status).toBe(204);
    expect((await pins("?limit=1")).items).toMatchObject([{ message: { id: ids[1] } }]);
    const { body: old } = await at.ask<MessagePayload[]>(at.bot, `GET ${channel}/pins`);
    expect(old.map(({ id }) => id)).toEqual(ids.slice(1, 51));
  },
);
