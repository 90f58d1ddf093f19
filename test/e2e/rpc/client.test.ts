// The SDK's client and the platform's desktop app.
import { type Activity, AuthorizationTokenType, Client, ErrorType } from "sdkpp";
import { dirname } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openParty } from "../../support/open-party.js";
import { waitFor } from "../../support/wait-for.js";
import { desk, type Desk } from "./support-desktop.js";

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

function clientOf({ platform, path, applicationId }: Desk, opened: string[] = []): Client {
  const { apiBase, webBase, ca } = platform.endpoints;
  const client = new Client(apiBase, webBase, {
    ca,
    rpcFolder: dirname(path),
    openUrl: (url) => {
      opened.push(url);
      return Promise.resolve();
    },
  });
  client.setApplicationId(BigInt(applicationId));
  ended.push(() => client.destroy());
  return client;
}
async function connected(client: Client, { platform, applicationId }: Desk, userId: string): Promise<Client> {
  const scopes = Client.getDefaultCommunicationScopes();
  const { access_token } = platform.control.tokens.issue(applicationId, userId, scopes);
  await client.updateToken(AuthorizationTokenType.Bearer, access_token);
  client.connect();
  await client.ready();
  return client;
}
function party(details: string): Activity {
  const activity = openParty();
  activity.details = details;
  return activity;
}
/** A client's view of another player's game. */
const seenBy = (client: Client, userId: string) => client.getUser(userId)?.gameActivity?.details;

describe("a client without a login", () => {
  it("shows its presence to a friend, over a restart of the app, until it clears it", async () => {
    const at = await desk();
    const ben = await connected(clientOf({ ...at, path: "/nowhere/socket" }), at, at.ben.userId);
    const ada = clientOf(at);
    await ada.updateRichPresence(party("Level 1"));
    await waitFor("Ben to see it", () => seenBy(ben, at.ada.userId) === "Level 1");
    await at.platform.control.desktop.quit(at.ada.userId);
    await waitFor("Ben to see nothing", () => seenBy(ben, at.ada.userId) === undefined);
    await at.platform.control.desktop.start({ userId: at.ada.userId, folder: dirname(at.path) });
    await waitFor("Ben to see it again", () => seenBy(ben, at.ada.userId) === "Level 1");
    ada.clearRichPresence();
    await waitFor("Ben to see nothing more", () => seenBy(ben, at.ada.userId) === undefined);
  });

  it("joins a friend's party from the app", async () => {
    const at = await desk();
    const ben = await connected(clientOf({ ...at, path: "/nowhere/socket" }), at, at.ben.userId);
    const elsewhere = await connected(clientOf({ ...at, path: "/nowhere/socket" }), at, at.ada.userId);
    await ben.updateRichPresence(party("Hosting"));
    await waitFor("Ada to see the party", () => seenBy(elsewhere, at.ben.userId) === "Hosting");
    const ada = clientOf(at);
    const joined = ada.once("activityJoinWithApplication");
    const { control } = at.platform;
    control.desktop.clickJoin(at.ada.userId, at.ben.userId, at.applicationId);
    expect(await joined).toEqual([BigInt(at.applicationId), "open sesame"]);
  });

  it("joins the party for which it was launched, within a minute", async () => {
    const at = await desk();
    const ben = await connected(clientOf({ ...at, path: "/nowhere/socket" }), at, at.ben.userId);
    const elsewhere = await connected(clientOf({ ...at, path: "/nowhere/socket" }), at, at.ada.userId);
    await ben.updateRichPresence(party("Hosting"));
    await waitFor("Ada to see the party", () => seenBy(elsewhere, at.ben.userId) === "Hosting");
    const { control } = at.platform;
    const click = () => control.desktop.clickJoin(at.ada.userId, at.ben.userId, at.applicationId);
    expect([click(), click()]).toEqual([0, 0]);
    const first = clientOf(at);
    expect(await first.once("activityJoin")).toEqual(["open sesame"]);
    first.destroy();
    await waitFor("the game to have ended", () => click() === 0);
    await control.clock.advance(60_000);
    const late = clientOf(at);
    const joined: string[] = [];
    late.setActivityJoinCallback((secret) => joined.push(secret));
    // The app hears of the second wish after the first.
    const linked = late.once("authorizeRequest");
    await waitFor("both", () => control.desktop.clickLinkAccount(at.ada.userId, at.applicationId) === 1);
    await linked;
    expect(joined).toEqual([]);
  });

  it("hears that the player wants to link the account, until it no longer wants to", async () => {
    const at = await desk();
    const ada = clientOf(at);
    let asked = 0;
    ada.registerAuthorizeRequestCallback(() => (asked += 1));
    const { control } = at.platform;
    await waitFor(
      "the entry point",
      () => control.desktop.clickLinkAccount(at.ada.userId, at.applicationId) === 1,
    );
    await waitFor("the callback", () => asked === 1);
    ada.removeAuthorizeRequestCallback();
    await waitFor("its end", () => control.desktop.clickLinkAccount(at.ada.userId, at.applicationId) === 0);
  });

  it("knows who is signed in to the app, and says so when there is none", async () => {
    const at = await desk();
    const ada = clientOf(at);
    const { user } = await ada.getDiscordClientConnectedUser(BigInt(at.applicationId));
    expect([String(user?.id), user?.displayName]).toEqual([at.ada.userId, "Ada"]);
    await expect(ada.getDiscordClientConnectedUser(1n)).rejects.toMatchObject({
      result: { type: ErrorType.RPCError, errorCode: 4000 },
    });
    await at.platform.control.desktop.quit(at.ada.userId);
    await expect(ada.getDiscordClientConnectedUser(BigInt(at.applicationId))).rejects.toMatchObject({
      result: { type: ErrorType.RPCError, errorCode: 0, retryable: true },
    });
  });
});

describe("a client with a login", () => {
  it("takes its presence from the app to the platform", async () => {
    const at = await desk();
    const ben = await connected(clientOf({ ...at, path: "/nowhere/socket" }), at, at.ben.userId);
    const ada = clientOf(at);
    await ada.updateRichPresence(party("alone"));
    await waitFor("Ben to see it", () => seenBy(ben, at.ada.userId) === "alone");
    await connected(ada, at, at.ada.userId);
    // The platform shows a connected game by its name alone.
    await waitFor("the handover", () => seenBy(ben, at.ada.userId) === undefined);
    await ada.updateRichPresence(party("online"));
    await waitFor("Ben to see it", () => seenBy(ben, at.ada.userId) === "online");
  });

  it("opens messages and settings in the app of the same player, and in the browser without one", async () => {
    const at = await desk();
    const opened: string[] = [];
    const ada = await connected(clientOf(at, opened), at, at.ada.userId);
    const { messageId } = await ada.sendUserMessage(BigInt(at.ben.userId), "hello");
    await waitFor("the message", () => ada.canOpenMessageInDiscord(messageId));
    await ada.openMessageInDiscord(messageId, () => undefined);
    await ada.openConnectedGamesSettingsInDiscord();
    const { channelId } = ada.getMessageHandle(messageId)!;
    const { control } = at.platform;
    expect(control.desktop.actions(at.ada.userId)).toMatchObject([
      { command: "OPEN_MESSAGE", args: { channel_id: String(channelId), message_id: String(messageId) } },
      { command: "DEEP_LINK", args: { type: "USER_SETTINGS" } },
    ]);
    expect(opened).toEqual([]);
    await control.desktop.quit(at.ada.userId);
    await ada.openMessageInDiscord(messageId, () => undefined);
    expect(opened).toEqual([
      `${at.platform.endpoints.webBase}/channels/@me/${String(channelId)}/${String(messageId)}`,
    ]);
  });
});
