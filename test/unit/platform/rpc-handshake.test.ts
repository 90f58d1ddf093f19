// How long a game may take to shake hands with a desktop app, on the machine's clock.
import { RpcFrameReader, RPC_ANSWER_MAX, RpcOpcode, writeRpcFrame, RPC_PAYLOAD_MAX } from "sdkpp/wire";
import { expect, it } from "vitest";
import { Guard } from "../../../platform/guard/guard.js";
import { HANDSHAKE_DEADLINE_MS, RpcConnection, type RpcPort } from "../../../platform/rpc/connection.js";
import { DesktopApp } from "../../../platform/rpc/desktop-app.js";
import { NO_TAP } from "../../../platform/taps/wire-tap.js";
import { gatewayScene } from "./support-gateway.js";

function scene() {
  const { world, publisher, clock, machineClock, ada, applicationId } = gatewayScene();
  const context = {
    world,
    clock,
    machineClock,
    publisher,
    guard: new Guard("rpc", () => undefined),
    addresses: { webBase: "http://127.0.0.1:1" },
    autoApprove: undefined,
    tap: NO_TAP,
  };
  const sent = new RpcFrameReader(RPC_ANSWER_MAX);
  let hasEnded = false;
  const port: RpcPort = {
    unsentBytes: 0,
    write: (frame) => sent.push(frame),
    end: () => (hasEnded = true),
    destroy: () => (hasEnded = true),
  };
  const connection = new RpcConnection(new DesktopApp(context, ada.user.id, "s", false), port, "1");
  const text = JSON.stringify({ v: 1, client_id: applicationId });
  const handshake = writeRpcFrame(RpcOpcode.Handshake, text, RPC_PAYLOAD_MAX);
  const answers = () => {
    const frame = sent.next();
    return frame && [frame.opcode, JSON.parse(Buffer.from(frame.payload).toString()) as object];
  };
  return { clock, machineClock, connection, handshake, answers, hasEnded: () => hasEnded };
}

it("half a handshake ends the connection after ten seconds, and not before", () => {
  const { machineClock, connection, handshake, answers, hasEnded } = scene();
  connection.received(handshake.subarray(0, 12));
  machineClock.advance(HANDSHAKE_DEADLINE_MS - 1);
  expect([answers(), hasEnded()]).toEqual([undefined, false]);
  machineClock.advance(1);
  expect(answers()).toEqual([RpcOpcode.Close, { code: 1003, message: "no handshake in time" }]);
  expect(hasEnded()).toBe(true);
});

it("a whole handshake has no deadline any more, and the platform's clock none at all", () => {
  const { clock, machineClock, connection, handshake, answers, hasEnded } = scene();
  connection.received(handshake.subarray(0, 12));
  clock.advance(2 * HANDSHAKE_DEADLINE_MS);
  connection.received(handshake.subarray(12));
  expect(answers()).toMatchObject([RpcOpcode.Frame, { evt: "READY" }]);
  machineClock.advance(2 * HANDSHAKE_DEADLINE_MS);
  expect([answers(), hasEnded()]).toEqual([undefined, false]);
});
