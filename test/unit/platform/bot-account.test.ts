import { expect, it } from "vitest";
import { botActor } from "../../../platform/domain/world/oauth2/actor.js";
import { cast } from "./support-world.js";

it("gives a bot the id of its application, which the first part of its token names", () => {
  const { world, registry } = cast();
  const { id } = registry.createApplication({ name: "Stranger" });
  const { userId, token } = registry.createBot(id);
  expect(userId).toBe(id);
  const [first = ""] = token.split(".");
  expect(Buffer.from(first, "base64url").toString()).toBe(userId);
  expect(botActor(world, token)?.user).toMatchObject({ id, bot: true });
});

it("keeps the account when the bot gets another token", () => {
  const { world, registry } = cast();
  const { id } = registry.createApplication({ name: "Stranger" });
  const before = registry.createBot(id);
  expect(registry.createBot(id).userId).toBe(before.userId);
  expect(botActor(world, before.token)).toBeUndefined();
});

it("leaves bots of an older data folder under the id that they have", () => {
  const { world, registry } = cast();
  const application = registry.createApplication({ name: "Old" });
  const user = { id: world.ids.next(), username: "old", globalName: null, bot: true };
  world.users.put(user);
  world.applications.put({ ...application, botUserId: user.id });
  expect(registry.createBot(application.id).userId).toBe(user.id);
});
