import { chmodSync, lstatSync, rmSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { portError, StartError } from "../../guard/start-error.js";
import type { ControlApiOptions } from "../../options.js";

const LOOPBACK = "127.0.0.1";
const PRIVATE_SOCKET = 0o600;

/**
 * Lets the control API listen.
 * @returns its address for `connectControl`: `http://127.0.0.1:<port>`, or `unix:<path>`
 * @throws {StartError} when the port or the socket is in use
 */
export async function listen(app: FastifyInstance, { port = 0, socket }: ControlApiOptions): Promise<string> {
  if (socket === undefined) {
    await app.listen({ port, host: LOOPBACK }).catch((error: unknown) => {
      throw portError(port, error);
    });
    return `http://${LOOPBACK}:${(app.server.address() as AddressInfo).port}`;
  }
  await removeLeftOver(socket);
  await app.listen({ path: socket }).catch((error: unknown) => {
    throw socketError(socket, error);
  });
  if (process.platform !== "win32") chmodSync(socket, PRIVATE_SOCKET);
  return `unix:${socket}`;
}

/** Any other file stays where it is, and listening fails. */
async function removeLeftOver(path: string): Promise<void> {
  if (await isLeftOver(path)) rmSync(path, { force: true });
}

/** Whether a path is the socket of a program that has ended. */
export async function isLeftOver(path: string): Promise<boolean> {
  if (process.platform === "win32") return false;
  const isSocket = lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true;
  return isSocket && (await refuses(path));
}

/** Only a refusal proves that the program has ended. */
function refuses(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once("connect", () => {
      probe.destroy();
      resolve(false);
    });
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "ECONNREFUSED"));
  });
}

export function socketError(path: string, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === "EADDRINUSE" ? "another program or file is there" : message;
  return new StartError(
    "CONTROL_SOCKET_UNUSABLE",
    `Could not listen on the control socket ${path} (${why})`,
    "choose another path",
    { cause: error },
  );
}
