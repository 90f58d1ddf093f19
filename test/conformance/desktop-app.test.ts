// What a game asks of the desktop app over RPC.
import { expect } from "vitest";
import { RawGame } from "../support/raw-game.js";
import { change } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();

row(143, change("platform/rpc/showing.ts", "args: rest }", "args }"), async () => {
  const { control, seeded } = at.platform;
  const { applicationId } = seeded;
  const ada = at.user("ada");
  const { path } = await control.startDesktopApp({ userId: ada.id });
  using game = await RawGame.start(path, applicationId);
  const { access_token } = control.issueTokens(applicationId, ada.id, "identify");
  await game.ask("AUTHENTICATE", { access_token });
  const done = { success: true, didCopyLink: true, didSendMessage: false };
  expect(await game.ask("SHARE_LINK", { message: "Play!", referrer_id: "ada" })).toEqual(done);
  expect(await game.ask("SHARE_LINK", { message: "Play!", custom_id: "ada" })).toEqual(done);
  expect(control.desktopActions(ada.id)).toEqual([
    { command: "SHARE_LINK", applicationId, args: { message: "Play!" } },
    { command: "SHARE_LINK", applicationId, args: { message: "Play!", custom_id: "ada" } },
  ]);
});
