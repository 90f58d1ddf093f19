// Activities as friends see them, and invites into them.
import {
  Activity,
  ActivityActionTypes,
  ActivityAssets,
  ActivityButton,
  ActivityParty,
  ActivitySecrets,
  ActivityTypes,
  type ActivityInvite,
  type Client,
} from "sdkpp";
import { expect } from "vitest";
import { waitFor } from "../support/wait-for.js";
import { answer, force, set } from "./change.js";
import { row } from "./row.js";
import { scene, type Account } from "./scene.js";

const at = scene();

/** Two friends; the second one watches the first. */
async function friends(prepare?: (client: Client) => void) {
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  at.platform.control.users.makeFriends(ada.id, ben.id);
  const [player, watcher] = [await at.client(ada), await at.client(ben, prepare)];
  return { ada, ben, player, watcher, seen: () => watcher.getUser(ada.id)?.gameActivity };
}

function activity(details: string): Activity {
  const made = new Activity();
  made.setDetails(details);
  return made;
}

/** Shows the activity. @returns what the friend sees of it */
async function shown(made: Activity): Promise<Activity> {
  const { player, seen } = await friends();
  await player.updateRichPresence(made);
  await waitFor("the activity", () => seen()?.details === made.details);
  return seen()!;
}

row(12, force("lib/sdk/values/activity-payload.ts", "writeActivity", "activity.name", true), async () => {
  const named = activity("a match");
  named.setName("Chess with Ada");
  expect((await shown(named)).name).toBe("Chess with Ada");
  expect((await shown(activity("unnamed"))).name).toBe("Seeded Game");
  expect(() => named.setName("x".repeat(129))).toThrow(RangeError);
  expect(named.name).toBe("Chess with Ada");
});

function button(label: string, url: string): ActivityButton {
  const made = new ActivityButton();
  made.setLabel(label);
  made.setUrl(url);
  return made;
}

row(14, set("lib/wire/activity-payloads.ts", "ACTIVITY_BUTTONS_MAX", 3), async () => {
  const made = activity("with buttons");
  made.addButton(button("Watch", "https://game.test/watch"));
  made.addButton(button("L".repeat(32), `https://game.test/${"x".repeat(494)}`));
  expect(() => made.addButton(button("Third", "https://game.test"))).toThrow(/at most 2/);
  expect(() => button("L".repeat(33), "https://game.test")).toThrow(RangeError);
  expect(() => button("Long", `https://game.test/${"x".repeat(495)}`)).toThrow(RangeError);
  // Others see the labels; the addresses reach only the one who presses.
  expect((await shown(made)).getButtons().map(({ label }) => label)).toEqual(["Watch", "L".repeat(32)]);
});

row(
  15,
  set("platform/domain/rules/presence/read-activity.ts", "readAssets.small_url", undefined),
  async () => {
    const address = (name: string): string => `https://game.test/${name}`;
    const made = activity("with links");
    made.setStateUrl(address("state"));
    made.setDetailsUrl(address("details"));
    const assets = new ActivityAssets();
    assets.setLargeImage("large");
    assets.setSmallImage("small");
    assets.setLargeUrl(address("large"));
    assets.setSmallUrl(address("small"));
    made.setAssets(assets);
    const seen = await shown(made);
    expect([seen.stateUrl, seen.detailsUrl, seen.assets?.largeUrl, seen.assets?.smallUrl]).toEqual(
      ["state", "details", "large", "small"].map(address),
    );
    expect(() => made.setStateUrl("ftp://game.test")).toThrow(RangeError);
    expect(() => assets.setSmallUrl(`https://game.test/${"x".repeat(239)}`)).toThrow(RangeError);
  },
);

row(69, set("lib/enums/enums.ts", "ActivityTypes.Listening", 3), async () => {
  const { Playing, Listening, Watching, Competing } = ActivityTypes;
  expect([Playing, Listening, Watching, Competing]).toEqual([0, 2, 3, 5]);
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  at.platform.control.users.makeFriends(ada.id, ben.id);
  const [player, wire] = [await at.client(ada), await at.playerSession(ben)];
  for (const type of [Playing, Listening, Watching, Competing]) {
    const made = activity(`type ${String(type)}`);
    made.setType(type);
    await player.updateRichPresence(made);
    const frame = await wire.next(
      ({ t, d }) => t === "PRESENCE_UPDATE" && JSON.stringify(d).includes(`"details":"type ${String(type)}"`),
      "the presence",
    );
    const { activities } = frame.d as { activities: { type: number }[] };
    expect(activities.map((one) => one.type)).toEqual([type]);
  }
});

function party(): Activity {
  const made = activity("a party");
  const members = new ActivityParty();
  members.setId("party");
  members.setCurrentSize(1);
  members.setMaxSize(4);
  made.setParty(members);
  const secrets = new ActivitySecrets();
  secrets.setJoin("the secret");
  made.setSecrets(secrets);
  return made;
}

row(13, set("platform/domain/views/oauth2/application.ts", "inviteApplicationView.cover", {}), async () => {
  const { player, seen, ben } = await friends();
  const wire = await at.playerSession(ben);
  const picture = Buffer.from("GIF89a cover");
  const cover_image = `data:image/gif;base64,${picture.toString("base64")}`;
  const { body } = await at.ask(at.bot, "PATCH /applications/@me", { cover_image });
  const made = party();
  await player.updateRichPresence(made);
  await waitFor("the party", () => seen()?.party?.id === "party");
  await player.sendActivityInvite(ben.id, "come");
  const { application } = await wire.event<{ application: { id: string; cover_image?: string } }>(
    "MESSAGE_CREATE",
  );
  expect(application.cover_image).toBe(body["cover_image"]);
  const { webBase } = at.platform.endpoints;
  const shown = await fetch(
    `${webBase}/cdn/app-icons/${application.id}/${application.cover_image ?? ""}.gif`,
  );
  expect(await shown.text()).toBe("GIF89a cover");

  // The picture of the activity itself comes first: a key or an address, and another one for another invite.
  for (const own of ["own_cover", "https://game.test/cover.png"]) {
    const assets = new ActivityAssets();
    assets.setInviteCoverImage(own);
    made.setAssets(assets);
    await player.updateRichPresence(made);
    await waitFor("the own picture", () => seen()?.assets?.inviteCoverImage === own);
  }
});

row(
  16,
  answer("lib/protocol/payloads/activity-invite.ts", "inviteOf.applicationId", "asId", 1n),
  async () => {
    const { control, seeded } = at.platform;
    const [publisher, sibling, stranger] = ["Publisher", "Sibling", "Stranger"].map(
      (name) => control.applications.create({ name }).id,
    ) as [string, string, string];
    for (const game of [seeded.applicationId, sibling]) control.applications.setParent(game, publisher);
    const invites: ActivityInvite[] = [];
    const hears = (heard: ActivityInvite[]) => (client: Client) =>
      client.setActivityInviteCreatedCallback((invite) => heard.push(invite));
    const { player, watcher, seen, ben } = await friends(hears(invites));
    const [inSibling, elsewhere]: [ActivityInvite[], ActivityInvite[]] = [[], []];
    const other = await at.client(ben, hears(inSibling), {}, sibling);
    await at.client(ben, hears(elsewhere), {}, stranger);
    await player.updateRichPresence(party());
    await waitFor("the party", () => seen()?.party?.id === "party");
    await player.sendActivityInvite(ben.id, "come");
    await waitFor("both invites", () => invites.length > 0 && inSibling.length > 0);
    const [invite] = invites;
    expect(invite?.type).toBe(ActivityActionTypes.Join);
    expect(invite?.applicationId).toBe(BigInt(at.platform.seeded.applicationId));
    expect((await watcher.acceptActivityInvite(invite!)).joinSecret).toBe("the secret");
    // Another game of the publisher sees the invite as one of this game, and accepts it; a stranger's game sees none.
    expect(inSibling[0]?.applicationId).toBe(BigInt(seeded.applicationId));
    expect((await other.acceptActivityInvite(inSibling[0]!)).joinSecret).toBe("the secret");
    expect(elsewhere).toEqual([]);
    for (const game of [seeded.applicationId, sibling]) control.applications.setParent(game, null);
  },
);

row(20, set("lib/protocol/payloads/relationship.ts", "parseAny.isSpamRequest", false), async () => {
  const { control } = at.platform;
  const requests = async (spammer: boolean): Promise<boolean> => {
    const ada = at.user("ada");
    const { id, username } = control.users.create({ username: `sender of ${ada.name}`, spammer });
    const [receiver, sender] = [await at.client(ada), await at.client({ id })];
    await sender.sendDiscordFriendRequest(ada.name);
    const isThere = () => receiver.getRelationships().some((one) => one.id === BigInt(id));
    await waitFor(`the request of ${username}`, isThere);
    return receiver.getRelationshipHandle(id).isSpamRequest;
  };
  expect([await requests(true), await requests(false)]).toEqual([true, false]);
});

/** A profile of the game's own account system. */
function identity({ id, name }: Account) {
  return {
    externalId: `external ${id}`,
    providerType: "STEAM" as const,
    providerId: "main",
    username: `Knight ${name}`,
    avatarHash: "a1",
    metadata: { level: "9" },
  };
}

row(
  22,
  answer("lib/protocol/payloads/application-profile.ts", "parseProfile.username", "asString", undefined),
  async () => {
    const { ada, watcher } = await friends();
    at.platform.control.users.setIdentity(at.platform.seeded.applicationId, ada.id, identity(ada));
    await waitFor("the profile", () => watcher.getUserApplicationProfiles(ada.id).length === 1);
    for (const profiles of [
      watcher.getUserApplicationProfiles(ada.id),
      watcher.getUserApplicationProfilesNoLock(ada.id),
    ])
      expect(profiles).toMatchObject([
        {
          username: `Knight ${ada.name}`,
          avatarHash: "a1",
          metadata: '{"level":"9"}',
          providerId: "main",
          providerIssuedUserId: `external ${ada.id}`,
        },
      ]);
  },
);
