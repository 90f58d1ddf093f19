import { expect, it } from "vitest";
import * as ownUser from "../../../platform/domain/rules/user/own-user.js";
import * as users from "../../../platform/domain/rules/user/users.js";
import { operation, type Settled } from "./support-operation.js";
import { renameUser } from "./operations.js";
import { cast, dispatches, reply, type Cast } from "./support-world.js";

const updateOwnUser = operation(ownUser.updateOwnUser);
const showTag = operation(users.showTag);

/** Ada's two servers with the bot; the bot of another game is in neither. */
function town() {
  const made = cast();
  const { registry, ada, ben, bot } = made;
  const guilds = ["One", "Two"].map((name) =>
    registry.createGuild({ name, ownerId: ada.user.id, memberIds: [bot.user.id], tag: "TAG" }),
  );
  registry.createGuild({ name: "Elsewhere", ownerId: ben.user.id });
  return { ...made, guilds };
}

const updates = (events: Parameters<typeof dispatches>[0]) =>
  dispatches(events).filter(({ t }) => t === "GUILD_MEMBER_UPDATE");

type Scene = ReturnType<typeof town>;

it.each<[string, (scene: Scene) => Parameters<typeof dispatches>[0], (scene: Scene) => object]>([
  [
    "name",
    ({ world, ada }) => renameUser(world, ada.user.id, "Countess"),
    ({ ada }) => ({ user: { id: ada.user.id, global_name: "Countess" } }),
  ],
  [
    "tag",
    ({ world, ada, guilds }) =>
      showTag(world, ada.user.id, { guildId: guilds[0]!.id, tag: "TAG", badge: "b" }),
    ({ ada }) => ({ user: { id: ada.user.id, primary_guild: { tag: "TAG" } } }),
  ],
  [
    "bot's name",
    ({ world, bot }) => {
      const changed = updateOwnUser(world, bot, { username: "renamed" } as never);
      reply(changed);
      return (changed as Settled<unknown>).events;
    },
    ({ bot }) => ({ user: { id: bot.user.id, username: "renamed" } }),
  ],
])("a new %s is announced to each server of the user", (_what, act, member) => {
  const scene = town();
  const told = updates(act(scene));
  expect(told.map(({ reach }) => reach)).toEqual(
    scene.guilds.map(({ id }) => ({ to: "guild", guildId: id })),
  );
  for (const [at, { d }] of told.entries())
    expect(d).toMatchObject({ ...member(scene), guild_id: scene.guilds[at]!.id });
});

it("a new picture is announced like a name", () => {
  const { world, guilds, ada }: Cast & Scene = town();
  const changed = operation(users.setAvatar)(world, ada.user.id, null);
  expect(updates(changed)).toHaveLength(guilds.length);
});
