import { Client, type ClientHostOptions } from "sdkpp";

/** The options of a client that can be told to another process. */
export interface ClientSettings extends Pick<
  ClientHostOptions,
  "ca" | "userAgent" | "cdnBase" | "preferredVoiceMode" | "e2ee" | "audioDevices" | "rpcFolder"
> {
  readonly webBase: string;
  readonly apiBase: string;
  /** in decimal digits */
  readonly applicationId: string;
}

/** Creates a client with these settings. @throws {ArgumentError} for an invalid one */
export function clientOf(settings: ClientSettings, more: ClientHostOptions = {}): Client {
  const { webBase, apiBase, applicationId, ...host } = settings;
  const client = new Client(apiBase, webBase, { ...host, ...more });
  client.setApplicationId(applicationId);
  return client;
}
