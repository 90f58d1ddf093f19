// Operations of the SDK client that have no wire form of their own.
import { createServer, type Server } from "node:http";
import {
  AuthorizationTokenType,
  Client,
  LoggingSeverity,
  RelationshipGroupType,
  RelationshipType,
} from "sdkpp";
import { VirtualClock } from "../support/virtual-clock.js";
import { expect } from "vitest";
import { waitFor } from "../support/wait-for.js";
import { drop, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();

/** Two friends, both connected. */
async function friends() {
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  at.platform.control.users.makeFriends(ada.id, ben.id);
  at.platform.control.users.makeFriends(ada.id, ben.id, at.platform.seeded.applicationId);
  return { ada, ben, client: await at.client(ada), other: await at.client(ben) };
}

row(115, drop("lib/sdk/areas/relationships/relationships-area.ts", "RelationshipsArea", "game"), async () => {
  const { ada, ben, client, other } = await friends();
  expect([client.getCurrentUser().id, client.getCurrentUserV2()?.id]).toEqual([
    BigInt(ada.id),
    BigInt(ada.id),
  ]);
  expect(at.strangersClient().getCurrentUserV2()).toBeUndefined();
  const guild = at.platform.control.guilds.create({ name: "Home", ownerId: ada.id });
  const { guilds } = await client.getUserGuilds();
  expect(guilds.map(({ id, name }) => [id, name])).toEqual([[BigInt(guild.id), "Home"]]);
  const { applicationId } = at.platform.seeded;
  at.platform.control.users.setIdentity(applicationId, ben.id, {
    externalId: "b",
    username: "Sir Ben",
  });
  const names = () => client.getUserApplicationProfiles(ben.id).map(({ username }) => username);
  await waitFor("the profile", () => names().length === 1);
  expect(client.getUserApplicationProfilesNoLock(ben.id).map(({ username }) => username)).toEqual(names());
  const friendship = () => {
    const { discordRelationshipType, gameRelationshipType } = other.getRelationshipHandle(ada.id);
    return [discordRelationshipType, gameRelationshipType];
  };
  expect(friendship()).toEqual([RelationshipType.Friend, RelationshipType.Friend]);
  await client.removeDiscordAndGameFriend(ben.id);
  await waitFor("the end of both friendships", () =>
    friendship().every((type) => type === RelationshipType.None),
  );
});

row(118, drop("lib/state/friends-list.ts", "friendsInGroup", "compareNames"), async () => {
  const ada = at.user("ada");
  const others = ["zoe", "bob", "cyd"].map((name) => at.user(name));
  for (const { id } of others) at.platform.control.users.makeFriends(ada.id, id);
  const changes: bigint[] = [];
  const client = await at.client(ada, (made) =>
    made.setRelationshipGroupsUpdatedCallback((userId) => changes.push(userId)),
  );
  const group = (type: RelationshipGroupType) =>
    client.getRelationshipsByGroup(type).map((one) => one.user?.username);
  const [zoe, bob, cyd] = others.map(({ name }) => name);
  expect(client.getRelationships()).toHaveLength(3);
  expect(group(RelationshipGroupType.Offline)).toEqual([bob, cyd, zoe]);
  await at.client(others[0]!);
  await waitFor("Zoe to be online", () => group(RelationshipGroupType.OnlinePlayingGame).length === 1);
  expect(group(RelationshipGroupType.OnlinePlayingGame)).toEqual([zoe]);
  expect(group(RelationshipGroupType.Offline)).toEqual([bob, cyd]);
  expect(changes).toContain(BigInt(others[0]!.id));
});

row(121, drop("lib/protocol/redactor.ts", "Redactor", "this.#texts.push"), async () => {
  const { access_token } = at.platform.control.tokens.issue(
    at.platform.seeded.applicationId,
    at.user("ada").id,
    Client.getDefaultPresenceScopes(),
  );
  const lines: [text: string, severity: LoggingSeverity][] = [];
  const client = at.strangersClient();
  client.addLogCallback((text, severity) => lines.push([text, severity]), LoggingSeverity.Verbose);
  client.setStatusChangedCallback(() => {
    throw new Error(`the game prints its token, ${access_token}`);
  });
  await client.updateToken(AuthorizationTokenType.Bearer, access_token);
  client.connect();
  await waitFor("the client", () => client.getStatus() === Client.Status.Ready);
  await waitFor("a log line", () => lines.length > 0);
  const log = lines.map(([text]) => text).join("\n");
  expect(log).toContain("the game prints its token, [secret]");
  expect(log).not.toContain(access_token);
  // Release builds write nothing below a warning.
  expect(lines.every(([, severity]) => severity >= LoggingSeverity.Warning)).toBe(true);
  expect(() => client.setHttpRequestTimeout(0.5)).toThrow(/httpTimeoutInMilliseconds/);
});

/** A server that never answers. */
async function silentServer(): Promise<Server> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return server;
}

row(150, set("lib/sdk/client-core.ts", "DEFAULT_HTTP_TIMEOUT_MS", 31_000), async () => {
  const server = await silentServer();
  try {
    const { port } = server.address() as { port: number };
    const base = `http://127.0.0.1:${String(port)}`;
    const failsAfter = async (timeoutMs: number, prepare: (client: Client) => void): Promise<void> => {
      const clock = new VirtualClock();
      const client = new Client(base, base, { clock });
      prepare(client);
      let isOver = false;
      const asked = client.fetchCurrentUser(AuthorizationTokenType.Bearer, "token");
      const over = asked.catch((reason: unknown) => {
        isOver = true;
        return reason;
      });
      clock.advance(timeoutMs - 1);
      await new Promise((resolve) => setImmediate(resolve));
      expect(isOver).toBe(false);
      clock.advance(1);
      expect(await over).toMatchObject({ message: expect.stringContaining(String(timeoutMs)) });
      client.destroy();
    };
    await failsAfter(30_000, () => undefined);
    await failsAfter(500, (client) => client.setHttpRequestTimeout(500));
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
