// A game's requests to the desktop app over RPC, and the app's start of the game.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActivityInvite } from "sdkpp";
import { expect, vi } from "vitest";
import { openParty } from "../support/open-party.js";
import { RawGame } from "../support/raw-game.js";
import { waitFor } from "../support/wait-for.js";
import { drop, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();

row(143, set("platform/rpc/show-commands.ts", "shareLink.args", {}), async () => {
  const { control, seeded } = at.platform;
  const { applicationId } = seeded;
  const ada = at.user("ada");
  const { path } = await control.desktop.start({ userId: ada.id });
  using game = await RawGame.start(path, applicationId);
  const { access_token } = control.tokens.issue(applicationId, ada.id, "identify");
  await game.ask("AUTHENTICATE", { access_token });
  const done = { success: true, didCopyLink: true, didSendMessage: false };
  expect(await game.ask("SHARE_LINK", { message: "Play!", referrer_id: "ada" })).toEqual(done);
  expect(await game.ask("SHARE_LINK", { message: "Play!", custom_id: "ada" })).toEqual(done);
  expect(control.desktop.actions(ada.id)).toEqual([
    { command: "SHARE_LINK", applicationId, args: { message: "Play!" } },
    { command: "SHARE_LINK", applicationId, args: { message: "Play!", custom_id: "ada" } },
  ]);
});

/** The folders of a user of Linux, for as long as the test runs. */
function inNewHome(run: (home: string) => void): void {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  vi.stubEnv("XDG_DATA_HOME", join(home, "data"));
  vi.stubEnv("XDG_CONFIG_HOME", join(home, "config"));
  try {
    run(home);
  } finally {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  }
}

row(119, drop("lib/protocol/launch/desktop-entry.ts", "desktopEntry", "%u"), async () => {
  const { control, seeded, endpoints } = at.platform;
  const { applicationId } = seeded;
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  control.users.makeFriends(ada.id, ben.id);
  const opened: string[] = [];
  const openUrl = (url: string) => Promise.resolve(void opened.push(url));
  const host = await at.client(ada, undefined, { openUrl });
  const invites: ActivityInvite[] = [];
  const guest = await at.client(ben, (client) =>
    client.setActivityInviteCreatedCallback((invite) => invites.push(invite)),
  );

  const activity = openParty();
  activity.details = "Level 1";
  await host.updateRichPresence(activity);
  await waitFor("the presence", () => guest.getUser(ada.id)?.gameActivity?.details === "Level 1");
  await host.sendActivityInvite(ben.id, "come");
  await waitFor("the invite", () => invites.length === 1);
  expect((await guest.acceptActivityInvite(invites[0]!)).joinSecret).toBe("open sesame");

  inNewHome((home) => {
    const entry = () =>
      readFileSync(join(home, `data/applications/discord-${applicationId}.desktop`), "utf8");
    const list = () => readFileSync(join(home, "config/mimeapps.list"), "utf8");
    expect(guest.registerLaunchCommand(applicationId, '"/opt/my game" --fast')).toBe(true);
    expect(entry()).toContain('Exec="/opt/my game" --fast %u\n');
    expect(list()).toContain(`x-scheme-handler/discord-${applicationId}=discord-${applicationId}.desktop\n`);
    expect(guest.registerLaunchSteamApplication(applicationId, 440)).toBe(true);
    expect(entry()).toContain("Exec=xdg-open steam://rungameid/440\n");
  });
  await host.openConnectedGamesSettingsInDiscord();
  expect(opened).toEqual([`${endpoints.webBase}/settings/connected-games`]);
});
