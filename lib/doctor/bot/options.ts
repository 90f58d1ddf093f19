import type { Secret } from "../../protocol/index.js";
import type { Snowflake } from "../../wire/index.js";

/** Which bot to look at, and where it is to speak. */
export interface BotOptions {
  /** The API's base URL. */
  readonly api: string;
  readonly token: Secret;
  readonly guildId: Snowflake;
  readonly channelId: Snowflake;
  /** Whether it joins the channel for a moment. */
  readonly join: boolean;
  /** A file with additional certificates, PEM. */
  readonly ca?: string;
  /** The file of the addon, as the option `addonPath`. */
  readonly addon?: string;
}
