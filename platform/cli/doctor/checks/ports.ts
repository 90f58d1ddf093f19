import { once } from "node:events";
import { createServer, type AddressInfo, type ListenOptions } from "node:net";
import { Finding } from "sdkpp/wire";
import { isLeftOver, socketError } from "../../../control/door/listen.js";
import { portError } from "../../../guard/start-error.js";
import type { Check, Examined } from "../check.js";
import { ofStartError } from "../folder-check.js";

const LOOPBACK = "127.0.0.1";

/** Options that take a port, in the order in which `start` would find one taken. */
const PORTS = { "--port": "port", "--voice-port": "voicePort", "--control-port": "controlPort" } as const;
type PortOption = keyof typeof PORTS;

/** Whether the web port can be listened on. */
export const checkPort: Check = (examined) => checkOne("port", "--port", examined);

export const checkVoicePort: Check = (examined) => checkOne("voice port", "--voice-port", examined);

/** The port of the control API, or the socket that stands in for it. */
export const checkControl: Check = (examined) =>
  examined.controlSocket === undefined
    ? checkOne("control port", "--control-port", examined)
    : checkSocket("control socket", examined.controlSocket);

async function checkOne(check: string, option: PortOption, examined: Examined): Promise<Finding> {
  const port = examined[PORTS[option]];
  const other = sharing(option, examined);
  if (other !== undefined)
    return Finding.failed(
      check,
      `${option} and ${other} are both ${port}`,
      "choose another port for one of them",
    );
  try {
    const free = await listenOnce({ port, host: LOOPBACK });
    return Finding.ok(check, `${port === 0 ? "any free one, such as " : ""}${free} of ${LOOPBACK}`);
  } catch (error) {
    return ofStartError(check, portError(port, error));
  }
}

/** An option with the same port, which the platform would take first. */
function sharing(option: PortOption, examined: Examined): PortOption | undefined {
  const options = Object.keys(PORTS) as PortOption[];
  const earlier = options.slice(0, options.indexOf(option));
  const port = examined[PORTS[option]];
  return earlier.find((one) => port !== 0 && examined[PORTS[one]] === port);
}

async function checkSocket(check: string, path: string): Promise<Finding> {
  if (await isLeftOver(path))
    return Finding.ok(check, `${path} is left of a program that has ended, and will be replaced`);
  try {
    await listenOnce({ path });
    return Finding.ok(check, `${path} is free`);
  } catch (error) {
    return ofStartError(check, socketError(path, error));
  }
}

/** Listens for a moment. @returns the port; 0 of a socket */
async function listenOnce(options: ListenOptions): Promise<number> {
  const server = createServer().listen(options);
  await once(server, "listening");
  const address = server.address() as AddressInfo | string;
  server.close();
  await once(server, "close");
  return typeof address === "string" ? 0 : address.port;
}
