import { ArgumentError } from "sdkpp/wire";
import type { E2eeMode } from "../domain/rules/voice/e2ee.js";
import type { ControlApiOptions, NewDesktopApp } from "../options.js";
import { startPlatform, type Platform } from "../start.js";
import { nextEndSignal } from "./end-signal.js";

export interface StartOptions {
  readonly port: number;
  readonly voicePort: number;
  readonly data?: string;
  readonly autoApprove?: string;
  readonly enforceRateLimits?: true;
  readonly localWebhooks?: true;
  readonly allowInsecureIssuers?: true;
  readonly e2ee: E2eeMode;
  readonly cors?: readonly string[];
  readonly hosts?: readonly string[];
  readonly sessionsPerUser?: number;
  readonly desktopApp?: string;
  readonly desktopAppFolder?: string;
  readonly controlPort: number;
  readonly controlSocket?: string;
}

/** `sdkpp-platform start`: runs until the process receives a signal to end. */
export async function runPlatform(options: StartOptions): Promise<void> {
  const {
    port,
    voicePort,
    e2ee,
    data,
    enforceRateLimits = false,
    desktopApp,
    desktopAppFolder,
    controlPort,
    controlSocket,
    ...rest
  } = options;
  // Installed before the start, so that a signal at any moment stops cleanly.
  const ended = nextEndSignal();
  process.stderr.write(data === undefined ? "starting…\n" : `starting with the data of ${data}…\n`);
  const platform = await startPlatform({
    ...rest,
    port,
    voicePort,
    e2ee,
    enforceRateLimits,
    log: (line) => process.stderr.write(`${line}\n`),
    ...(data === undefined ? {} : { dataDir: data }),
    ...desktopAppOf(desktopApp, desktopAppFolder),
    controlApi: controlApiOf(controlPort, controlSocket),
  });
  process.stdout.write(describe(platform));
  await ended;
  await platform.stop();
}

/** @throws {ArgumentError} for a folder without an account */
function desktopAppOf(
  userId: string | undefined,
  folder: string | undefined,
): { desktopApp?: NewDesktopApp } {
  if (userId !== undefined) return { desktopApp: folder === undefined ? { userId } : { userId, folder } };
  if (folder === undefined) return {};
  throw new ArgumentError("--desktop-app", "the id of a user beside --desktop-app-folder", "undefined");
}

/** Everybody on this machine could read a token among the arguments, so it comes from the environment. */
function controlApiOf(port: number, socket: string | undefined): ControlApiOptions {
  const token = process.env["SDKPP_CONTROL_TOKEN"];
  return {
    ...(socket === undefined ? { port } : { socket }),
    ...(token === undefined || token === "" ? {} : { token }),
  };
}

/** One line each, `name: value`; the last one says that programs may connect. */
function describe({ endpoints, seeded, controlApi }: Platform): string {
  const named = (id: string): string => `${id} (${seeded.names[id] ?? "deleted"})`;
  const lines = [
    ["api", endpoints.apiBase],
    ["web", endpoints.webBase],
    ["gateway", endpoints.gateway],
    ["voice", endpoints.voice],
    ["ca", endpoints.caPath ?? "in memory; use --data for a file"],
    ...(endpoints.desktopApp === undefined ? [] : [["desktop app", endpoints.desktopApp]]),
    ["application", named(seeded.applicationId)],
    ["bot user", named(seeded.botUserId)],
    ["bot token", seeded.botToken],
    ["guild", named(seeded.guildId)],
    ["text channel", named(seeded.textChannelId)],
    ["voice channel", named(seeded.voiceChannelId)],
    ...seeded.userIds.map((id) => ["user", named(id)]),
    ["control", controlApi?.url ?? "closed"],
    ["control token", controlApi?.token ?? "none"],
    ["ready", "clients may connect; Ctrl+C stops the platform"],
  ];
  return lines.map(([name, value]) => `${name}: ${value}\n`).join("");
}
