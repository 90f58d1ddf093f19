import type { ApplicationProfileRecord } from "../../state/index.js";
import { ExternalIdentityProviderType } from "../../enums/index.js";
import { showAs, wordsOf } from "../shown.js";
import { Handle, handleTo, nullHandle, viewOf, type Look } from "./handle.js";

const PROVIDERS: Readonly<Record<ApplicationProfileRecord["providerType"], ExternalIdentityProviderType>> = {
  OIDC: ExternalIdentityProviderType.OIDC,
  EPIC_ONLINE_SERVICES: ExternalIdentityProviderType.EpicOnlineServices,
  STEAM: ExternalIdentityProviderType.Steam,
  UNITY: ExternalIdentityProviderType.Unity,
  DISCORD_BOT: ExternalIdentityProviderType.DiscordBot,
  // The enum of the mirrored SDK ends before these two.
  APPLE: ExternalIdentityProviderType.Unknown,
  PLAYSTATION_NETWORK: ExternalIdentityProviderType.Unknown,
  none: ExternalIdentityProviderType.None,
  unknown: ExternalIdentityProviderType.Unknown,
};

/**
 * A user's profile in this game, as the game's server has registered it. A handle: it shows later changes, and becomes
 * invalid when the user no longer has a profile.
 * @mirrors UserApplicationProfileHandle
 */
export class UserApplicationProfileHandle extends Handle {
  static readonly nullobj: UserApplicationProfileHandle = nullHandle(UserApplicationProfileHandle);

  /** Hash of the user's picture in the game; "" without a picture. @mirrors UserApplicationProfileHandle::AvatarHash */
  get avatarHash(): string {
    return this.#subject?.avatarHash ?? "";
  }

  /**
   * The metadata that the game's server has set, "" without any. The local platform gives the key-value pairs as JSON text.
   * @mirrors UserApplicationProfileHandle::Metadata
   */
  get metadata(): string {
    return this.#subject?.metadata ?? "";
  }

  /** Distinguishes several providers of one type. @mirrors UserApplicationProfileHandle::ProviderId */
  get providerId(): string | undefined {
    return this.#subject?.providerId;
  }

  /**
   * The user's id in the game's account system; "" when the handle is not valid.
   * @mirrors UserApplicationProfileHandle::ProviderIssuedUserId
   */
  get providerIssuedUserId(): string {
    return this.#subject?.providerIssuedUserId ?? "";
  }

  /**
   * The provider of the identity: `None` without a provider, `Unknown` for providers that this enum does not have,
   * `OIDC` (0) when the handle is not valid. @mirrors UserApplicationProfileHandle::ProviderType
   */
  get providerType(): ExternalIdentityProviderType {
    const { providerType } = this.#subject ?? {};
    return providerType === undefined ? ExternalIdentityProviderType.OIDC : PROVIDERS[providerType];
  }

  /** The user's name in the game; "" without a name. @mirrors UserApplicationProfileHandle::Username */
  get username(): string {
    return this.#subject?.username ?? "";
  }

  get #subject(): ApplicationProfileRecord | undefined {
    return viewOf<ApplicationProfileRecord>(this)();
  }
}

showAs(UserApplicationProfileHandle, { words: { providerType: wordsOf(ExternalIdentityProviderType) } });

/** Makes a handle to what `look` gives. */
export function userApplicationProfileHandle(
  look: Look<ApplicationProfileRecord>,
): UserApplicationProfileHandle {
  return handleTo(UserApplicationProfileHandle, look);
}
