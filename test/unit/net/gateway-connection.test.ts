import { describe, expect, it } from "vitest";
import { GatewayConnection } from "../../../lib/net/index.js";
import { type GatewayOutput, Secret } from "../../../lib/protocol/index.js";
import { FakeNetwork } from "../../support/fake-socket.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const URL = "ws://127.0.0.1:1/gateway";
const READY = {
  op: 0,
  s: 1,
  t: "READY",
  d: { user: { id: "5", username: "ada" }, session_id: "s", resume_gateway_url: URL },
};

type Output = Extract<GatewayOutput, { type: "status" | "dispatch" | "note" }>;

/** A connection over a network driven by hand. @param handle what the listener does with an output */
async function connected(handle: (output: Output) => void = () => undefined) {
  const [clock, network, notes] = [new VirtualClock(), new FakeNetwork(), [] as string[]];
  const statuses: string[] = [];
  const connection = new GatewayConnection({
    clock,
    random: () => 0.5,
    openSocket: network.open,
    socket: { userAgent: "test/1" },
    token: () => new Secret("token"),
    locate: () => Promise.resolve(URL),
    emit: (output) => {
      if (output.type === "note") notes.push(output.message);
      if (output.type === "status") statuses.push(output.status);
      handle(output);
    },
  });
  connection.connect();
  await settle();
  const login = (): void => {
    network.newest.listener.opened();
    network.newest.receive({ op: 10, d: { heartbeat_interval: 41_250 } });
    network.newest.receive(READY);
  };
  login();
  return { connection, clock, network, notes, statuses, login };
}

describe("a gateway connection", () => {
  it("skips an event that its listener fails on, and continues", async () => {
    const mistake = new TypeError("cannot read properties of undefined");
    const { network, notes, statuses } = await connected((output) => {
      if (output.type === "dispatch" && output.event === "POISON") throw mistake;
    });
    network.newest.receive({ op: 0, s: 2, t: "POISON", d: {} });
    network.newest.receive({ op: 1, d: null });
    expect(notes).toEqual([`internal error: ${String(mistake.stack)}`]);
    expect(network.newest.last()).toEqual({ op: 1, d: 2 });
    expect([network.sockets.length, statuses.at(-1)]).toEqual([1, "Ready"]);
  });

  it("replaces the socket after a pause when an input fails, and continues", async () => {
    const { network, notes, statuses, clock, login } = await connected();
    const socket = network.newest;
    socket.sendText = () => {
      throw new Error("out of memory");
    };
    socket.receive({ op: 1, d: null });
    expect(notes.join()).toContain("internal error: Error: out of memory");
    expect([socket.closedWith, statuses.at(-1)]).toEqual([4000, "Reconnecting"]);
    clock.advance(2000);
    await settle();
    expect(network.sockets).toHaveLength(2);
    login();
    expect(statuses.at(-1)).toBe("Connected");
  });

  it("treats an error during the address request as a failed attempt", async () => {
    const clock = new VirtualClock();
    const notes: string[] = [];
    const connection = new GatewayConnection({
      clock,
      random: () => 0.5,
      openSocket: new FakeNetwork().open,
      socket: { userAgent: "test/1" },
      token: () => new Secret("token"),
      locate: () => Promise.reject(new Error("mistake")),
      emit: (output) => output.type === "note" && notes.push(output.message),
    });
    connection.connect();
    await settle();
    expect(notes.join()).toContain("internal error: Error: mistake");
    expect(clock.pending).toBe(1);
  });

  it("ends with close code 1000 when it is dropped, and emits nothing more", async () => {
    const { connection, network, statuses, clock } = await connected();
    const before = statuses.length;
    connection.drop();
    connection.connect();
    network.newest.receive({ op: 7, d: null });
    network.newest.listener.closed(1006, "lost");
    expect([network.newest.closedWith, clock.pending, statuses.length]).toEqual([1000, 0, before]);
  });
});
