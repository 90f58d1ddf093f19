// Invites that come while no page is open, as in a launcher that is in the tray.
import type { Platform } from "@sdkpp/platform";
import type { Client } from "sdkpp";
import { GROUPS, type InviteRecord, type UserId } from "sdkpp/surface";
import { expect, it } from "vitest";
import { SocialServer } from "../../../packages/electron/social/index.js";
import type { Social } from "../../../packages/electron/renderer/index.js";
import { openParty } from "../../support/open-party.js";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn as signInTo } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";
import { openPage } from "./page.js";

let platform: Platform;
const clients = platformPerTest((started) => {
  platform = started;
  platform.control.users.makeFriends(...platform.seeded.userIds);
});

const signIn = (userId: string): Promise<Client> =>
  signInTo(platform, userId, { prepare: (client) => clients.push(client) });

/** Ada, with a server and no page, whom Ben invites into his party. */
async function invited() {
  const [adaId, benId] = platform.seeded.userIds as unknown as [UserId, UserId];
  const [ada, ben] = [await signIn(adaId), await signIn(benId)];
  const server = new SocialServer({ client: ada });
  const came = ada.once("activityInviteCreated");
  await ben.updateRichPresence(openParty({ secret: "room" }));
  await ben.sendActivityInvite(adaId, "come");
  const [invite] = await came;
  return { ada, adaId, ben, benId, invite, server };
}

/** Opens a page and returns its invites as the state's first snapshot has them. */
async function opened(server: SocialServer): Promise<{ page: Social; first: InviteRecord[] }> {
  const page = openPage(server, GROUPS.invites);
  await waitFor("the state", () => page.state.isComplete);
  return { page, first: invitesIn(page) };
}

const invitesIn = ({ state }: Social): InviteRecord[] => [...state.all("invites").values()];

it("are in the first snapshot of a page that opens later, and gone in all pages when one has accepted them", async () => {
  const { benId, server } = await invited();
  expect(server.pageCount).toBe(0);
  const { page, first } = await opened(server);
  const other = await opened(server);
  expect(first).toMatchObject([{ senderId: benId, valid: true }]);
  expect(other.first).toEqual(first);
  expect(page.state.get("users", benId)?.displayName).not.toBe("");
  expect(await page.operations.acceptActivityInvite(first[0]!)).toBe("room");
  await waitFor("neither page to have it", () =>
    [page, other.page].every((one) => invitesIn(one).length === 0),
  );
  expect((await opened(server)).first).toEqual([]);
});

it("are gone in a page when another device of the player accepts them, or the client has no connection", async () => {
  const { ada, ben, adaId, invite, server } = await invited();
  const phone = await signIn(adaId);
  const { page, first } = await opened(server);
  expect(first).toHaveLength(1);
  await phone.acceptActivityInvite(invite);
  await waitFor("no invite", () => invitesIn(page).length === 0);
  await ben.sendActivityInvite(adaId, "again");
  await waitFor("another one", () => invitesIn(page).length === 1);
  ada.disconnect();
  await waitFor("none again", () => invitesIn(page).length === 0);
});
