// Search in the messages of a server.
import type { MessageSearchPayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { early } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULE = "platform/domain/rules/message/search.ts";

/** A server with messages that can be searched. @returns the path of the search */
async function searchable(scene: Scene): Promise<string> {
  const { id, text, staff, arrivals } = server(scene);
  for (const [channel, content] of [
    [text, "the red dragon sleeps"],
    [text, "a red and very old dragon"],
    [text, "dragon red"],
    [staff, "the red dragon is a secret"],
    [arrivals, "the red dragon arrives"],
  ] as const)
    await scene.must("bot", "POST", { path: `${channel}/messages`, body: { content } });
  scene.stage.platform.control.guilds.indexMessages(id);
  return `/guilds/${id}/messages/search`;
}

const textsOf = (body: unknown): string[] =>
  (body as MessageSearchPayload).messages.map(([message]) => message!.content);

const invalid = (query: string, error: string): Failure => ({
  claim: query.slice(0, 40),
  ask: async (scene) => ({ path: `${await searchable(scene)}?${query}` }),
  verdict: [400, 50_035],
  errors: [error],
});

operation<MessageSearchPayload>(stage, "guild_search", {
  change: early(RULE, "readablePlaces.isReadable", true),
  ask: async (scene) => ({ path: `${await searchable(scene)}?content=red%20dragon` }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ doing_deep_historical_index: false, total_results: 3 });
    expect(body.messages[0]).toMatchObject([{ hit: true, author: { id: scene.botId } }]);
    const all = ["the red dragon arrives", "the red dragon is a secret", "the red dragon sleeps"];
    expect(textsOf(body)).toEqual(all);
    const path = asked.path.split("?")[0]!;
    const search = async (query: string) => textsOf((await read(scene, "otherBot", `${path}?${query}`)).body);
    // The other bot sees neither the staff's channel nor what was said before it arrived.
    expect(await search("content=red%20dragon")).toEqual(["the red dragon sleeps"]);
    expect(await search("content=red%20dragon&slop=3")).toEqual([
      "a red and very old dragon",
      "the red dragon sleeps",
    ]);
    expect(await search("content=DRAGON&limit=1&offset=1")).toEqual(["a red and very old dragon"]);
    expect(await search("content=dragon&sort_order=asc&limit=1")).toEqual(["the red dragon sleeps"]);
    expect(await search(`author_id=${scene.ada.id}`)).toEqual([]);
  },
  heard: "a read",
  failures: [
    {
      claim: "an unknown server",
      ask: () => ({ path: "/guilds/1/messages/search" }),
      verdict: [404, 10_004],
    },
    {
      claim: "without reading the history",
      ask: (scene) => {
        const { stage, host } = scene;
        const { id } = stage.platform.control.guilds.create({
          name: "Silent",
          ownerId: host.id,
          memberIds: [scene.botId],
          channels: [{ name: "text", kind: "text" }],
          everyone: 1024n,
        });
        return { path: `/guilds/${id}/messages/search` };
      },
      verdict: [403, 50_013],
    },
    {
      claim: "the first search of a server",
      ask: (scene) => ({ path: `/guilds/${server(scene).id}/messages/search` }),
      verdict: [202, 110_000],
    },
    invalid("limit=26", "limit"),
    invalid("offset=9976", "offset"),
    invalid("slop=101", "slop"),
    invalid(`content=${"x".repeat(1025)}`, "content"),
    invalid("content=a&content=b", "content"),
    invalid("min_id=word", "min_id"),
    invalid("channel_id=word", "channel_id"),
    invalid(Array.from({ length: 501 }, () => "channel_id=1").join("&"), "channel_id"),
    invalid(Array.from({ length: 101 }, () => "author_id=1").join("&"), "author_id"),
    invalid("has=hope", "has"),
    invalid("author_type=dragon", "author_type"),
    invalid("embed_type=-image", "embed_type"),
    invalid("pinned=maybe", "pinned"),
    invalid("sort_by=luck", "sort_by"),
    invalid("sort_order=up", "sort_order"),
    invalid(`link_hostname=${"x".repeat(257)}`, "link_hostname"),
  ],
});
