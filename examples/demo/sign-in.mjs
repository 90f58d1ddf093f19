// The player's steps in the browser, done over HTTP: read the page, choose the account, press the button.

/** Posts the form of the authorize page and follows the redirect to the game. */
async function pressAuthorize(url, userId) {
  const page = await fetch(url);
  if (!page.ok) throw new Error(`the authorize page answered ${page.status}: ${await page.text()}`);
  const form = await page.text();
  if (!form.includes(`value="${userId}"`))
    throw new Error(`the authorize page does not offer account ${userId}`);
  const formToken = /name="form_token" value="([^"]+)"/.exec(form)?.[1] ?? "";
  const body = new URLSearchParams({ form_token: formToken, user_id: userId, authorize: "1" });
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  const back = answer.headers.get("location");
  if (!back) throw new Error(`the authorize page did not redirect (${answer.status})`);
  await fetch(back);
}

/** Logs a player in: authorize with PKCE, exchange the code, connect, wait until ready. */
export async function signIn(sdk, platform, userId) {
  const { endpoints, seeded } = platform;
  const client = new sdk.Client(endpoints.apiBase, endpoints.webBase, {
    ca: endpoints.ca,
    // what is heard is in a file: the demo is to disturb nobody
    audioDevices: "off",
    openUrl: (url) => pressAuthorize(url, userId),
  });
  client.addLogCallback((message) => console.log(`    ! ${message}`), sdk.LoggingSeverity.Warning);
  client.setApplicationId(seeded.applicationId);
  const verifier = client.createAuthorizationCodeVerifier();
  const args = new sdk.AuthorizationArgs();
  args.setScopes(sdk.Client.getDefaultCommunicationScopes());
  args.setCodeChallenge(verifier.challenge);
  const { code, redirectUri } = await client.authorize(args);
  const tokens = await client.getToken(seeded.applicationId, code, verifier.verifier, redirectUri);
  await client.updateToken(sdk.AuthorizationTokenType.Bearer, tokens.accessToken);
  await connect(sdk, client);
  return client;
}

function connect(sdk, client) {
  return new Promise((resolve, reject) => {
    client.setStatusChangedCallback((status, error, detail) => {
      if (status === sdk.Client.Status.Ready) resolve();
      if (status === sdk.Client.Status.Disconnected) {
        reject(new Error(`not connected: ${sdk.Client.errorToString(error)} ${detail}`));
      }
    });
    client.connect();
  });
}
