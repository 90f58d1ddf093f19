import type { E2eeMode } from "../domain/voice/voice-e2ee.js";
import { startPlatform, type Platform } from "../start.js";

export interface StartOptions {
  readonly port: number;
  readonly voicePort: number;
  readonly data?: string;
  readonly autoApprove?: string;
  readonly enforceRateLimits?: true;
  readonly e2ee: E2eeMode;
}

/** `sdkpp-platform start`: runs until the process is told to end. */
export async function runPlatform(options: StartOptions): Promise<void> {
  const platform = await startPlatform({
    port: options.port,
    voicePort: options.voicePort,
    enforceRateLimits: options.enforceRateLimits ?? false,
    e2ee: options.e2ee,
    log: (line) => process.stderr.write(`${line}\n`),
    ...(options.data === undefined ? {} : { dataDir: options.data }),
    ...(options.autoApprove === undefined ? {} : { autoApprove: options.autoApprove }),
  });
  process.stdout.write(describe(platform));
  const end = (): void => void platform.stop();
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
}

function describe({ endpoints, seeded }: Platform): string {
  const lines = [
    ["api", endpoints.apiBase],
    ["web", endpoints.webBase],
    ["gateway", endpoints.gateway],
    ["voice", endpoints.voice],
    ["ca", endpoints.caPath ?? "in memory; use --data to have a file"],
    ["application", seeded.applicationId],
    ["bot token", seeded.botToken],
    ["guild", seeded.guildId],
    ["voice channel", seeded.voiceChannelId],
  ];
  return lines.map(([name, value]) => `${name}: ${value}\n`).join("");
}
