import type { ControlAccess } from "../control/access.js";
import type { Control } from "../control/control.js";
import { extended, type ControlExtension } from "../control/extension.js";
import { listen } from "../control/door/listen.js";
import { makeControlServer } from "../control/door/server.js";
import type { Endpoints } from "../options.js";
import { HostRule } from "../sockets/host-rule.js";
import { randomBytes } from "../system-ports.js";
import type { Foundation } from "./foundation.js";
import type { Running } from "./running.js";

const TOKEN_BYTES = 24;

/** The parts that the control API opens, beside those of every platform. */
export interface ControlApiParts {
  readonly control: Control;
  readonly endpoints: Endpoints;
  readonly extension: ControlExtension | undefined;
}

/**
 * Opens control to other programs when the options ask for it.
 * @throws {StartError} when its port or socket is in use
 */
export async function startControlApi(
  { settings, guards, folder, seeded, machineClock }: Foundation,
  { control, endpoints, extension }: ControlApiParts,
  running: Running,
): Promise<ControlAccess | undefined> {
  const { controlApi, requestTimeoutMs } = settings;
  if (controlApi === undefined) return undefined;
  const kept = folder?.readControlToken();
  const token = controlApi.token ?? kept ?? randomBytes(TOKEN_BYTES).toString("base64url");
  if (token !== kept) folder?.keepControlToken(token);
  const { apiBase, webBase, gateway, voice } = endpoints;
  const table = extended(extension?.table);
  const opened = await extension?.open({ endpoints, seeded, control });
  running.add(() => opened?.close());
  const app = makeControlServer({
    control,
    table,
    further: opened?.groups ?? {},
    token,
    addresses: { api: apiBase, web: webBase, gateway, voice },
    report: { endpoints, seeded, groups: [...new Set(table.operations.map(({ group }) => group))] },
    // A tunnel leads to the platform, never to what steers it.
    hosts: new HostRule([]),
    requestTimeoutMs,
    guard: guards.control,
    machineClock,
  });
  running.add(() => app.close());
  return { url: await listen(app, controlApi), token };
}
