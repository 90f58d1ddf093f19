// Search in the messages of a server: its filters, and an index that is not ready.
import { Permission, type MessagePayload, type MessageSearchPayload } from "sdkpp/wire";
import { expect } from "vitest";
import { sendFiles } from "../support/send-files.js";
import { drop } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const MESSAGE_CONTENT_LIMITED = 1n << 19n;

/** A server with a channel for all and one that is age-restricted. */
function server(members: readonly string[] = [], everyone?: bigint) {
  const guild = at.guild({
    ...(everyone !== undefined && { everyone }),
    name: "Server",
    memberIds: members,
    roles: [{ name: "bot", permissions: Permission.PinMessages, memberIds: [at.platform.seeded.botUserId] }],
    channels: [
      { name: "text", kind: "text" },
      { name: "night", kind: "text", nsfw: true },
    ],
  });
  const [text = "", night = ""] = guild.channels.map(({ id }) => `/channels/${id}`);
  return { text, night, path: `/guilds/${guild.id}/messages/search`, id: guild.id };
}

async function post(channel: string, body: object, authorization = at.bot): Promise<MessagePayload> {
  const answer = await at.ask<MessagePayload>(authorization, `POST ${channel}/messages`, body);
  expect(answer.status).toBe(200);
  return answer.body;
}

row(92, drop("platform/domain/rules/message/search-match.ts", "fitsParts", "fitsKinds"), async () => {
  const { control } = at.platform;
  const application = control.applications.create({ name: "Reads nothing", privileges: [] });
  const { token, userId } = control.applications.createBot(application.id);
  const { text, night, path, id } = server([userId]);
  control.guilds.indexMessages(id);
  const plain = await post(text, { content: "plain words" });
  const link = await post(text, { content: "see https://maps.example/a" });
  const embed = await post(text, { embeds: [{ title: "t", image: { url: "https://a.example/b.png" } }] });
  const { body: file } = await sendFiles<MessagePayload>(
    at.platform,
    at.bot,
    `POST ${text}/messages`,
    { content: "file" },
    [["map.pdf", "x"]],
  );
  const reply = await post(text, { content: "yes", message_reference: { message_id: plain.id } });
  const forward = await post(text, {
    message_reference: { type: 1, channel_id: plain.channel_id, message_id: plain.id },
  });
  const question = { question: { text: "?" }, answers: [{ poll_media: { text: "yes" } }] };
  const poll = await post(text, { poll: question });
  const call = await post(text, { content: `<@${userId}> @everyone` });
  const other = await post(text, { content: "hello" }, `Bot ${token}`);
  const hidden = await post(night, { content: "late words" });
  const newest = [other, call, poll, forward, reply, file, embed, link, plain].map((one) => one.id);

  const search = async (query: string): Promise<string[]> => {
    const answer = await at.ask<MessageSearchPayload>(at.bot, `GET ${path}?${query}`);
    expect(answer.status).toBe(200);
    return answer.body.messages.map(([message]) => message!.id);
  };
  expect(await search("")).toEqual(newest);
  expect(await search("sort_by=timestamp&sort_order=asc")).toEqual(newest.toReversed());
  expect(await search("content=words&include_nsfw=true&sort_by=relevance")).toEqual([hidden.id, plain.id]);
  expect(await search("has=link")).toEqual([link.id]);
  expect(await search("has=image&has=file")).toEqual([file.id, embed.id]);
  expect(await search("has=embed&embed_type=image&embed_type=article")).toEqual([embed.id]);
  expect(await search("has=poll")).toEqual([poll.id]);
  expect(await search("has=snapshot")).toEqual([forward.id]);
  expect(await search("has=-poll&has=-link&has=-file&has=-embed&has=-snapshot")).toEqual([
    other.id,
    call.id,
    reply.id,
    plain.id,
  ]);
  expect(await search("link_hostname=maps.example")).toEqual([link.id]);
  expect(await search("attachment_extension=pdf&attachment_filename=map.pdf")).toEqual([file.id]);
  expect(await search(`author_id=${userId}&author_type=bot`)).toEqual([other.id]);
  expect(await search("author_type=-bot")).toEqual([]);
  expect(await search(`mentions=${userId}`)).toEqual([call.id]);
  expect(await search("mention_everyone=true")).toEqual([call.id]);
  expect(await search(`replied_to_message_id=${plain.id}`)).toEqual([reply.id]);
  expect(await search(`replied_to_user_id=${plain.author.id}`)).toEqual([reply.id]);
  expect(await search(`min_id=${call.id}`)).toEqual([other.id]);
  expect(await search(`max_id=${link.id}`)).toEqual([plain.id]);
  expect(await search(`channel_id=${night.split("/").at(-1)!}&include_nsfw=1`)).toEqual([hidden.id]);
  expect((await at.ask(at.bot, `PUT ${text}/messages/pins/${plain.id}`)).status).toBe(204);
  expect(await search("pinned=true")).toEqual([plain.id]);
  expect(await at.ask(`Bot ${token}`, `GET ${path}`)).toMatchObject({
    status: 403,
    body: { code: 50_001 },
  });
  const unread = server([], Permission.ViewChannel | Permission.SendMessages);
  expect(await at.ask(at.bot, `GET ${unread.path}`)).toMatchObject({
    status: 403,
    body: { code: 50_013 },
  });
  // The limited form of a privilege is enough.
  const small = control.applications.create({
    name: "Small",
    privileges: [],
    flags: MESSAGE_CONTENT_LIMITED,
  });
  const bot = control.applications.createBot(small.id);
  const theirs = server([bot.userId]);
  control.guilds.indexMessages(theirs.id);
  expect((await at.ask(`Bot ${bot.token}`, `GET ${theirs.path}`)).status).toBe(200);
});

row(137, drop("platform/domain/rules/message/search.ts", "indexLater", "searchedGuilds"), async () => {
  const { path, text } = server();
  const { id } = await post(text, { content: "words" });
  expect(await at.ask(at.bot, `GET ${path}`)).toEqual({
    status: 202,
    body: {
      code: 110_000,
      message: "Index not yet available. Try again later",
      documents_indexed: 0,
      retry_after: 1,
    },
  });
  const { status, body } = await at.ask<MessageSearchPayload>(at.bot, `GET ${path}`);
  expect([status, body.messages.map(([message]) => message!.id)]).toEqual([200, [id]]);
  expect(body.documents_indexed).toBe(1);
});
