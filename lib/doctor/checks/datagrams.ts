import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { addressOf } from "../address.js";
import { failed, ok, skipped, type DoctorOptions, type Finding } from "../finding.js";

const LOOPBACK_CHECK = "datagrams on loopback";
const HOST_CHECK = "datagrams to a host";
const DEADLINE_MS = 1000;
/** How long a refusal may take to come back. */
const REFUSAL_MS = 500;

/** Whether a datagram that this machine sends to itself arrives. */
export async function checkLoopback(): Promise<Finding> {
  const socket = createSocket("udp4");
  try {
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    const arrival = once(socket, "message", { signal: AbortSignal.timeout(DEADLINE_MS) });
    socket.send("?", socket.address().port, "127.0.0.1");
    await arrival;
    return ok(LOOPBACK_CHECK, "a datagram arrives");
  } catch (error) {
    return failed(
      LOOPBACK_CHECK,
      `no datagram arrives (${wordsOf(error)})`,
      "allow this program to use UDP on 127.0.0.1 in the firewall or sandbox",
    );
  } finally {
    socket.close();
  }
}

/** Whether datagrams leave for a host. Hosts need not answer, so that nothing refuses them is all that can be said. */
export async function checkHost({ udp }: DoctorOptions): Promise<Finding> {
  if (udp === undefined) return skipped(HOST_CHECK, "no host is named; --udp <name>:<port> names one");
  const { host, port } = addressOf("--udp", udp);
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  try {
    socket.connect(port, host);
    await once(socket, "connect");
    await sent(socket);
    return ok(HOST_CHECK, `they leave ${socket.address().address} for ${udp}, and nobody refuses them`);
  } catch (error) {
    return failed(
      HOST_CHECK,
      `${udp}: ${wordsOf(error)}`,
      "check the name, and allow UDP to it in the firewall",
    );
  } finally {
    socket.close();
  }
}

/** Sends twice: the system reports the refusal of a datagram with the next one. */
async function sent(socket: Socket): Promise<void> {
  const refused = once(socket, "error").then(([error]) => Promise.reject(error as Error));
  socket.send("?");
  await Promise.race([refused, pause()]);
  socket.send("?");
  await Promise.race([refused, pause()]);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REFUSAL_MS / 2));
}

function wordsOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message: string };
  return typeof code === "string" ? code : message;
}
