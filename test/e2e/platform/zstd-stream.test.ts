import { describe, expect, it } from "vitest";
import { joinLobby, platformForTest, player } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

describe("compress=zstd-stream", () => {
  it("carries everything from Hello on in one context, with one WebSocket message per gateway message", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    await joinLobby(platform, ada, "s");
    const socket = new FrameSocket(`${platform.endpoints.gateway}?v=10&encoding=json&compress=zstd-stream`, {
      zstdStream: true,
    });
    await socket.op(10);
    socket.send(2, { token: `Bearer ${ada.token}`, properties: {}, compress: true });
    await socket.event("READY");
    await socket.event("LOBBY_CREATE");
    for (let n = 0; n < 20; n += 1) socket.send(1, null);
    for (let n = 0; n < 20; n += 1) await socket.op(11);
    expect(socket.binary).toEqual([]);
    platform.control.gateway.close(ada.userId, 4000);
    expect(await socket.closing()).toEqual([4000, "closed through the platform's control API"]);
  });
});
