import type { Platform } from "@sdkpp/platform";
import { request } from "node:http";
import { LobbyMemberFlag } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { pressForm } from "../../support/press-form.js";
import { platformForTest } from "./support-platform.js";

const JOIN = { join: "1" };
const NAME = `<Raiders> & "Co"`;
const SHOWN = "&lt;Raiders&gt; &amp; &quot;Co&quot;";

/** A platform with an invite for Ben into Ada's server. @returns its page's address */
async function invited(): Promise<{ platform: Platform; page: string; isMember: () => Promise<boolean> }> {
  const platform = await platformForTest();
  const { control, seeded, endpoints } = platform;
  const [adaId, benId] = seeded.userIds;
  const guild = control.guilds.create({
    name: NAME,
    ownerId: adaId,
    channels: [{ name: "general", kind: "text" }],
  });
  const tokenOf = (userId: string): string =>
    control.tokens.issue(seeded.applicationId, userId, "openid sdk.social_layer").access_token;
  const ask = async (
    authorization: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<unknown> => {
    const headers = { authorization, "content-type": "application/json" };
    const text = body === undefined ? null : JSON.stringify(body);
    return (await fetch(`${endpoints.apiBase}/v10${path}`, { method, headers, body: text })).json();
  };
  const members = [{ id: adaId, flags: LobbyMemberFlag.CanLinkLobby }, { id: benId }];
  const lobby = (await ask(`Bot ${seeded.botToken}`, "POST", "/lobbies", { members })) as { id: string };
  const link = { channel_id: guild.channels[0]?.id };
  await ask(`Bearer ${tokenOf(adaId)}`, "PATCH", `/lobbies/${lobby.id}/channel-linking`, link);
  const ben = `Bearer ${tokenOf(benId)}`;
  const { code } = (await ask(ben, "POST", `/lobbies/${lobby.id}/members/@me/invites`)) as { code: string };
  const isMember = async (): Promise<boolean> =>
    ((await ask(ben, "GET", "/users/@me/guilds")) as { id: string }[]).some(({ id }) => id === guild.id);
  return { platform, page: `${endpoints.webBase}/invite/${code}`, isMember };
}

describe("the page of an invite", () => {
  it("names the guild, lets its user join, and works once", async () => {
    const { page, isMember } = await invited();
    const shown = await fetch(page);
    const html = await shown.text();
    expect([shown.status, html.includes(SHOWN), html.includes("Join as Ben")]).toEqual([200, true, true]);
    expect(html).not.toContain(NAME);
    expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await isMember()).toBe(false);

    const joined = await pressForm(page, JOIN);
    expect([joined.status, (await joined.text()).includes(`Ben has joined ${SHOWN}`)]).toEqual([200, true]);
    expect(await isMember()).toBe(true);
    expect((await fetch(page)).status).toBe(404);
  });

  it("admits nobody without its own form", async () => {
    const { page, isMember } = await invited();
    expect((await pressForm(page, { other: "1" })).status).toBe(200);
    const foreign = await pressForm(page, JOIN, { "sec-fetch-site": "cross-site" });
    expect([foreign.status, await isMember()]).toEqual([403, false]);
  });

  it("is not served under a foreign host name", async () => {
    const { page } = await invited();
    const status = await new Promise((resolve, reject) => {
      const asked = request(page, { headers: { host: "evil.example" } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.on("error", reject).end();
    });
    expect(status).toBe(403);
  });

  it.each(["nothing", "..%2f..", "%00", "x".repeat(90)])("of %s reports an unknown invite", async (code) => {
    const platform = await platformForTest();
    const answer = await fetch(`${platform.endpoints.webBase}/invite/${code}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });
});
