// Games on the socket of a desktop app when the platform is put back to a snapshot.
import { expect, it } from "vitest";
import { RawGame } from "../../support/raw-game.js";
import { authenticated, desk } from "./support-desktop.js";

const SCOPE = "rpc rpc.activities.write";
const activity = { pid: 1, activity: { name: "Chess", type: 0, details: "a game that is not saved" } };

it("a game is told, and comes back with a token that the snapshot has; not with a newer one", async () => {
  const at = await desk();
  const { platform, applicationId, ada } = at;
  const { snapshots, tokens } = platform.control;
  const before = tokens.issue(applicationId, ada.userId, SCOPE).access_token;
  await snapshots.save("before");
  const after = tokens.issue(applicationId, ada.userId, SCOPE).access_token;
  const game = await authenticated(at, SCOPE);
  await game.ask("SET_ACTIVITY", activity);
  const loaded = snapshots.load("before");
  game.send(1, { cmd: "SET_ACTIVITY", args: activity, nonce: "while it is loaded" });
  expect(await game.closeCode()).toBe(1000);
  await loaded;
  expect(at.logs.join("\n")).toMatch(/the platform starts over/);
  expect(at.logs.join("\n")).not.toMatch(/fault|Error/);
  const again = await at.game();
  expect(await again.errorOf("AUTHENTICATE", { access_token: after })).toBe(4009);
  expect(await again.ask("AUTHENTICATE", { access_token: before })).toMatchObject({
    user: { id: ada.userId },
  });
});

it("the desktop app of somebody whom the snapshot does not have quits", async () => {
  const { platform, applicationId, game } = await desk();
  const { snapshots, users, desktop } = platform.control;
  await snapshots.save("before");
  const { id: userId } = users.create({ username: "late" });
  const { path } = await desktop.start({ userId });
  using late = await RawGame.start(path, applicationId);
  await snapshots.load("before");
  expect(await late.closeCode()).toBe(1000);
  expect(() => desktop.actions(userId)).toThrow(RangeError);
  await expect(RawGame.open(path)).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  expect((await game()).answers[0]).toMatchObject({ evt: "READY" });
});
