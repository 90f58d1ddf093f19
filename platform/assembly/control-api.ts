import type { ControlAccess } from "../control/access.js";
import type { Control } from "../control/control.js";
import { listen } from "../control/door/listen.js";
import { makeControlServer } from "../control/door/server.js";
import type { Endpoints } from "../options.js";
import { HostRule } from "../sockets/host-rule.js";
import { randomBytes } from "../system-ports.js";
import type { Foundation } from "./foundation.js";
import type { Running } from "./running.js";

const TOKEN_BYTES = 24;

/**
 * Opens control to other programs when the options ask for it.
 * @throws {StartError} when its port or socket is in use
 */
export async function startControlApi(
  { settings, guards, folder, seeded }: Foundation,
  control: Control,
  endpoints: Endpoints,
  running: Running,
): Promise<ControlAccess | undefined> {
  const { controlApi, requestTimeoutMs } = settings;
  if (controlApi === undefined) return undefined;
  const kept = folder?.readControlToken();
  const token = controlApi.token ?? kept ?? randomBytes(TOKEN_BYTES).toString("base64url");
  if (token !== kept) folder?.keepControlToken(token);
  const { apiBase, webBase, gateway, voice } = endpoints;
  const app = makeControlServer({
    control,
    token,
    addresses: { api: apiBase, web: webBase, gateway, voice },
    report: { endpoints, seeded },
    // A tunnel leads to the platform, never to what steers it.
    hosts: new HostRule([]),
    requestTimeoutMs,
    guard: guards.control,
  });
  running.add(() => app.close());
  return { url: await listen(app, controlApi), token };
}
