// Servers as a whole: names, pictures, settings.
import { expect } from "vitest";
import { drop } from "../change.js";
import { operation, read } from "./operation.js";
import { idOf } from "./server.js";
import { bots, inStaffed, rejected, type Staffed } from "./staffed-server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const SETTINGS = "platform/domain/rules/guild/settings.ts";
const PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==";

const path = ({ id }: Staffed): string => `/guilds/${id}`;
const named = () => ({ name: "Order" });

operation(stage, "update_guild", {
  change: drop(SETTINGS, "updateGuild", "guilds"),
  ask: inStaffed(path, ({ channels }) => ({
    name: "Order",
    description: "Knights only",
    icon: PNG,
    verification_level: 2,
    default_message_notifications: 1,
    explicit_content_filter: 2,
    afk_channel_id: channels.call,
    afk_timeout: 900,
    system_channel_id: channels.text,
    system_channel_flags: 5,
  })),
  seenBy: async ({ scene, asked, body }) => {
    const shown = { ...(asked.body as object), icon: expect.stringMatching(/^[0-9a-f]{32}$/) };
    expect(body).toMatchObject(shown);
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject(shown);
    const { body: guilds } = await read(scene, "ada", "/users/@me/guilds");
    expect(guilds).toMatchObject([{ name: "Order", icon: shown.icon }]);
    // A deleted channel has no special use any more.
    const { afk_channel_id } = asked.body as { afk_channel_id: string };
    await scene.must("bot", "DELETE", { path: `/channels/${afk_channel_id}` });
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject({ afk_channel_id: null });
  },
  heard: ({ asked }) => bots([1], ["GUILD_UPDATE", { id: idOf(asked.path), name: "Order" }]),
  failures: [
    rejected("an unknown server", () => "/guilds/1", [404, 10_004], { body: named }),
    rejected("without the permission", path, [403, 50_013], { body: named, by: "otherBot" }),
    ...(
      [
        ["name", { name: "x" }],
        ["description", { description: "x".repeat(301) }],
        ["icon", { icon: "castle" }],
        ["verification_level", { verification_level: 5 }],
        ["afk_timeout", { afk_timeout: 61 }],
        ["afk_channel_id", { afk_channel_id: "1" }],
        ["system_channel_id", { system_channel_id: "1" }],
      ] as const
    ).map(([field, body]) =>
      rejected(`a wrong ${field}`, path, [400, 50_035], { body: () => body, errors: [field] }),
    ),
  ],
  never: { own: "no other code is documented for it" },
});
