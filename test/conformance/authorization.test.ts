// How a player gives a game access, from the desktop app's invitation to the end of the link.
import { AuthenticationExternalAuthType, AuthorizationArgs, AuthorizationTokenType, Client } from "sdkpp";
import { expect } from "vitest";
import { pressForm } from "../support/press-form.js";
import { waitFor } from "../support/wait-for.js";
import { force } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const { Bearer } = AuthorizationTokenType;
const { SteamSessionTicket } = AuthenticationExternalAuthType;

row(
  114,
  force("lib/sdk/areas/desktop-app/desktop-app-area.ts", "DesktopAppArea", "AuthorizeRequest", false),
  async () => {
    const { control } = at.platform;
    const { id: applicationId } = control.applications.create({ name: "Chess" });
    const ada = at.user("ada");
    const { folder } = await control.desktop.start({ userId: ada.id });
    const client = at.strangersClient({
      rpcFolder: folder,
      openUrl: async (url) => {
        const page = await pressForm(url, { user_id: ada.id, authorize: "1" });
        await fetch(page.headers.get("location") ?? "");
      },
    });
    client.setApplicationId(applicationId);

    // The player clicks in the desktop app.
    let clicks = 0;
    client.registerAuthorizeRequestCallback(() => (clicks += 1));
    await waitFor("the entry point", () => control.desktop.clickLinkAccount(ada.id, applicationId) === 1);
    await waitFor("the callback", () => clicks === 1);
    client.removeAuthorizeRequestCallback();
    await waitFor("no entry point", () => control.desktop.clickLinkAccount(ada.id, applicationId) === 0);

    // A guest until then; the same ticket proves both.
    const ticket = "test:row114";
    const guest = await client.getProvisionalToken(applicationId, SteamSessionTicket, ticket);
    const guestUser = await client.fetchCurrentUser(Bearer, guest.accessToken);
    const { verifier, challenge } = client.createAuthorizationCodeVerifier();
    const args = new AuthorizationArgs();
    args.clientId = BigInt(applicationId);
    args.scopes = Client.getDefaultCommunicationScopes();
    args.codeChallenge = challenge;
    const { code, redirectUri } = await client.authorize(args);
    const tokens = await client.getTokenFromProvisionalMerge(
      ...([applicationId, code, verifier, redirectUri, SteamSessionTicket, ticket] as const),
    );
    expect(tokens.scopes).toBe("openid sdk.social_layer");
    expect(Client.getDefaultPresenceScopes()).toBe("openid sdk.social_layer_presence");
    await client.updateToken(Bearer, tokens.accessToken);
    client.connect();
    await client.ready();
    expect(client.getCurrentUserV2()?.id).toBe(BigInt(ada.id));
    client.disconnect();

    // Another game of the same publisher.
    const { id: childId } = control.applications.create({ name: "Chess for teams" });
    control.applications.setParent(childId, applicationId);
    const child = await client.exchangeChildToken(tokens.accessToken, childId);
    expect((await client.fetchCurrentUser(Bearer, child.accessToken)).id).toBe(BigInt(ada.id));

    // The player takes it back: first the access, then the link.
    await client.revokeToken(childId, child.accessToken);
    await expect(client.fetchCurrentUser(Bearer, child.accessToken)).rejects.toMatchObject({
      result: { status: 401 },
    });
    await client.unmergeIntoProvisionalAccount(applicationId, SteamSessionTicket, ticket);
    const again = await client.getProvisionalToken(applicationId, SteamSessionTicket, ticket);
    const guestAgain = await client.fetchCurrentUser(Bearer, again.accessToken);
    expect([guestUser.id, BigInt(ada.id)]).not.toContain(guestAgain.id);
    await expect(client.fetchCurrentUser(Bearer, tokens.accessToken)).rejects.toMatchObject({
      result: { status: 401 },
    });
  },
);
