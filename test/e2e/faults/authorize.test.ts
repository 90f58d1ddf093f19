import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { AuthorizationArgs, Client, ErrorType, type ClientHostOptions } from "sdkpp";
import { pressForm } from "../../support/press-form.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";
import { platformForTest } from "../platform/support-platform.js";

/** One request to the listener. @returns its HTTP status, or the error's code when nobody answers */
function visit(uri: string, options: { method?: string; host?: string } = {}): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = options.host === undefined ? {} : { host: options.host };
    const asked = request(uri, { method: options.method ?? "GET", headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    asked.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asked.end();
  });
}

/** A flow of the seeded application. @param browse what the browser does with the page's address */
async function flow(browse: (url: string) => Promise<void>, host: ClientHostOptions = {}) {
  const platform = await platformForTest({});
  const { apiBase, webBase } = platform.endpoints;
  const logs: string[] = [];
  const client = new Client(apiBase, webBase, { openUrl: browse, ...host });
  client.addLogCallback((line) => logs.push(line), 1);
  client.setApplicationId(platform.seeded.applicationId);
  const verifier = client.createAuthorizationCodeVerifier();
  const args = new AuthorizationArgs();
  args.scopes = Client.getDefaultCommunicationScopes();
  args.codeChallenge = verifier.challenge;
  const outcome = client.authorize(args);
  return { platform, client, logs, verifier, outcome };
}

/** The redirect of the page when its Authorize button is pressed. */
async function press(url: string, userId: string): Promise<string> {
  const answer = await pressForm(url, { user_id: userId, authorize: "1" });
  return answer.headers.get("location") ?? "";
}

describe("the redirect listener of a real flow", () => {
  it("rejects foreign requests without ending the flow, accepts one redirect, and then closes", async () => {
    let shown: (url: string) => void = () => undefined;
    const showing = new Promise<string>((resolve) => (shown = resolve));
    const { platform, client, logs, verifier, outcome } = await flow((url) => {
      shown(url);
      return Promise.resolve();
    });
    const page = await showing;
    const redirect = new URL(new URL(page).searchParams.get("redirect_uri") ?? "");
    const state = new URL(page).searchParams.get("state") ?? "";
    const target = (path: string, query: Record<string, string> = {}): string => {
      const url = new URL(path, redirect);
      url.search = new URLSearchParams(query).toString();
      return url.href;
    };
    const good = { code: "stolen", state };
    expect(await visit(target("/favicon.ico"))).toBe(404);
    expect(await visit(target("/callback/", good))).toBe(404);
    expect(await visit(target("/CALLBACK", good))).toBe(404);
    expect(await visit(target("/callback", good), { host: "localhost" })).toBe(400);
    expect(await visit(target("/callback", good), { host: `evil.example:${redirect.port}` })).toBe(400);
    expect(await visit(target("/callback", { ...good, state: `${state}x` }))).toBe(400);
    expect(await visit(target("/callback", { code: "stolen" }))).toBe(400);
    expect(await visit(`${target("/callback", good)}&state=${state}`)).toBe(400);
    expect(await visit(target("/callback", good), { method: "POST" })).toBe(405);
    expect(logs.filter((line) => line.includes("rejected a request"))).toHaveLength(9);

    const back = await press(page, platform.seeded.userIds[0]);
    expect(await visit(back)).toBe(200);
    expect(await visit(back)).toBe("ECONNREFUSED");
    const { code, redirectUri } = await outcome;
    const { applicationId } = platform.seeded;
    const tokens = await client.getToken(applicationId, code, verifier.verifier, redirectUri);
    expect(tokens.result.successful).toBe(true);
    expect(logs.join("\n")).not.toContain(state);
    await expect(client.getToken(applicationId, code, verifier.verifier, redirectUri)).rejects.toThrow();
  });

  it("takes no redirect without the name of a server that names itself", async () => {
    let shown: (url: string) => void = () => undefined;
    const showing = new Promise<string>((resolve) => (shown = resolve));
    const { platform, outcome } = await flow((url) => Promise.resolve(shown(url)));
    const failure = outcome.catch((error: unknown) => error);
    const back = new URL(await press(await showing, platform.seeded.userIds[0]));
    back.searchParams.delete("iss");
    await visit(back.href);
    expect(String(await failure)).toContain(
      `wrong_issuer: expected ${platform.endpoints.webBase}, received none`,
    );
  });

  it("waits at most five minutes", async () => {
    const clock = new VirtualClock();
    let address = "";
    const { outcome } = await flow(
      (url) => {
        address = new URL(url).searchParams.get("redirect_uri") ?? "";
        return Promise.resolve();
      },
      { clock },
    );
    let isOver = false;
    const settled = outcome.catch((error: unknown) => error).finally(() => (isOver = true));
    while (address === "") await settle();
    await settle();
    clock.advance(5 * 60_000 - 1);
    await settle();
    expect(isOver).toBe(false);
    expect(await visit(address)).toBe(400);
    clock.advance(1);
    expect(await settled).toMatchObject({ result: { type: ErrorType.AuthorizationFailed } });
    expect(await visit(address)).toBe("ECONNREFUSED");
  });

  it.each<[string, (client: Client) => void, ErrorType]>([
    ["the flow is aborted", (client) => client.abortAuthorize(), ErrorType.Aborted],
    ["its client is destroyed", (client) => client.destroy(), ErrorType.ClientDestroyed],
  ])("closes when %s", async (_claim, end, type) => {
    let shown: (url: string) => void = () => undefined;
    const showing = new Promise<string>((resolve) => (shown = resolve));
    const { client, outcome } = await flow((url) => Promise.resolve(shown(url)));
    const address = new URL(await showing).searchParams.get("redirect_uri") ?? "";
    const failure = outcome.catch((error: unknown) => error);
    end(client);
    expect(await failure).toMatchObject({ result: { type } });
    expect(await visit(address)).toBe("ECONNREFUSED");
  });
});
