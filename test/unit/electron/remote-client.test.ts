import { expect, it } from "vitest";
import { AuthorizationTokenType, ClientError, ClientStatus } from "sdkpp";
import { RemoteClient } from "../../../packages/electron/main/remote-client.js";
import type { ToSocial } from "../../../packages/electron/process/messages.js";
import { settle } from "../../support/virtual-clock.js";

function scene() {
  const told: ToSocial[] = [];
  const asked: unknown[][] = [];
  const auth = {
    getApplicationId: () => 7n,
    refreshToken: (...args: unknown[]) => Promise.resolve(asked.push(["refresh", ...args])),
    revokeToken: (...args: unknown[]) => Promise.resolve(asked.push(["revoke", ...args])),
  };
  const remote = new RemoteClient({ auth: auth as never, tell: (message) => told.push(message) });
  const ended: string[] = [];
  const update = (token: string): void =>
    void remote.updateToken(AuthorizationTokenType.Bearer, token).then(
      () => ended.push(token),
      (error: unknown) => ended.push(`${token}: ${(error as { code: string }).code}`),
    );
  const answer = (error?: { code: string; message: string }): void => {
    const question = told.findLast((one) => one.type === "token");
    if (question?.type === "token") remote.answered(question.id, error);
  };
  return { remote, told, asked, ended, update, answer };
}

it("only access tokens are told; refresh tokens go to the platform from here", async () => {
  const { remote, told, asked } = scene();
  await remote.refreshToken(7n, "refresh");
  await remote.revokeToken(7n, "access");
  expect([asked, told]).toEqual([
    [
      ["refresh", 7n, "refresh"],
      ["revoke", 7n, "access"],
    ],
    [],
  ]);
});

it("another process signs in with the newest token, and answers what the one before was asked", async () => {
  const { remote, told, ended, update, answer } = scene();
  update("first");
  answer();
  remote.connect();
  update("second");
  remote.ended();
  await settle();
  expect(ended).toEqual(["first"]);
  told.length = 0;
  remote.started();
  expect(told).toEqual([{ type: "token", id: 3, accessToken: "second" }, { type: "connect" }]);
  answer();
  await settle();
  expect(ended).toEqual(["first", "second"]);
});

it("a player who has signed out is not signed in by another process", async () => {
  const { remote, told, ended, update } = scene();
  update("first");
  remote.disconnect();
  remote.ended();
  told.length = 0;
  remote.started();
  await settle();
  expect([told, ended]).toEqual([[], ["first"]]);
});

it("a token that is refused, and a process that is closed, reject", async () => {
  const { remote, ended, update, answer } = scene();
  update("bad");
  answer({ code: "ARGUMENT_INVALID", message: "token: expected …" });
  update("late");
  remote.close();
  await settle();
  expect(ended).toEqual(["bad: ARGUMENT_INVALID", "late: DESTROYED"]);
  expect(remote.isValid()).toBe(false);
});

it("is disconnected as soon as its process has ended", () => {
  const { remote } = scene();
  const heard: ClientStatus[] = [];
  remote.on("statusChanged", (status) => heard.push(status));
  remote.ended();
  remote.changed(ClientStatus.Ready, ClientError.None, 0);
  remote.ended();
  expect([remote.getStatus(), heard]).toEqual([
    ClientStatus.Disconnected,
    [ClientStatus.Ready, ClientStatus.Disconnected],
  ]);
});
