import type { Platform } from "../start.js";
import type { ControlExtension } from "../control/extension.js";
import { nextEndSignal } from "./end-signal.js";
import { logOf, startLogged } from "./logged-platform.js";
import { ReadyFile, reportOf } from "./ready-file.js";
import type { StartOptions } from "./start-options.js";

/** Further options of `start`. */
export interface RunOptions extends StartOptions {
  readonly json?: true;
  readonly readyFile?: string;
}

/** `sdkpp-platform start`: runs until the process receives a signal to end. */
export async function runPlatform(options: RunOptions, extension?: ControlExtension): Promise<void> {
  const { data, json, readyFile } = options;
  // Installed before the start, so that a signal at any moment stops cleanly.
  const ended = nextEndSignal();
  logOf(options.log)(data === undefined ? "starting…" : `starting with the data of ${data}…`);
  const platform = await startLogged(options, extension);
  try {
    const file = readyFile === undefined ? undefined : new ReadyFile(readyFile, platform);
    process.stdout.write(json === true ? `${JSON.stringify(reportOf(platform))}\n` : describe(platform));
    await ended;
    file?.remove();
  } finally {
    await platform.stop();
  }
}

/** One line each, `name: value`; the last one says that programs may connect. */
function describe({ endpoints, seeded, controlApi }: Platform): string {
  const named = (id: string): string => (id === "" ? "" : `${id} (${seeded.names[id] ?? "deleted"})`);
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
    ...(controlApi === undefined
      ? []
      : [
          ["control", controlApi.url],
          ["control token", controlApi.token],
        ]),
    ["ready", "clients may connect; Ctrl+C stops the platform"],
  ];
  return lines
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("");
}
