// The pages that a game opens in the platform's app exist.
import type { Platform } from "@sdkpp/platform";
import { describe, expect, it } from "vitest";
import { signIn } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";
import { platformForTest } from "./support-platform.js";

/** A client that keeps the addresses it opens. */
async function player(platform: Platform, name: string) {
  const opened: string[] = [];
  const { id } = platform.control.users.create({ username: name });
  const host = { openUrl: (url: string) => void opened.push(url) };
  return { id: BigInt(id), client: await signIn(platform, id, { host }), opened };
}

const pageOf = async (url: string | undefined): Promise<[number, string]> => {
  const response = await fetch(url ?? "");
  return [response.status, await response.text()];
};

describe("the pages of the platform's app", () => {
  it("show a direct message, without running what it says, and say when it is gone", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [await player(platform, "ada"), await player(platform, "ben")];
    platform.control.users.makeFriends(String(ada.id), String(ben.id));
    const text = "<script>alert(1)</script> meet me at the tower";
    await waitFor("the friendship", () => ada.client.getRelationships().length > 0);
    const { messageId } = await ada.client.sendUserMessage(ben.id, text);
    expect(await ada.client.openMessageInDiscord(messageId, undefined)).toMatchObject({ successful: true });
    const [status, html] = await pageOf(ada.opened[0]);
    expect(status).toBe(200);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; meet me at the tower");
    expect(html).not.toContain("<script>");
    await ada.client.deleteUserMessage(ben.id, messageId);
    expect((await pageOf(ada.opened[0]))[0]).toBe(404);
    for (const { client } of [ada, ben]) client.destroy();
  });

  it("list the games that accounts are linked with", async () => {
    const platform = await platformForTest();
    const ada = await player(platform, "ada");
    expect(await ada.client.openConnectedGamesSettingsInDiscord()).toMatchObject({ successful: true });
    const [status, html] = await pageOf(ada.opened[0]);
    expect(status).toBe(200);
    expect(html).toMatch(/<li>[^<]+<small>[^<]*ada/);
    ada.client.destroy();
  });

  it("open at a loopback address only", async () => {
    const platform = await platformForTest();
    const { port } = new URL(platform.endpoints.webBase);
    const { request } = await import("node:http");
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: `evil.example:${port}` };
      request({ port, path: "/settings/connected-games", headers }, ({ statusCode }) => resolve(statusCode))
        .once("error", reject)
        .end();
    });
    expect(status).toBe(403);
  });
});
