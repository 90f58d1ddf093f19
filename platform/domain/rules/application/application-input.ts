import type { WebAddress } from "sdkpp/wire";
/** Scopes and permissions of an installation link, as a developer sends them. */
export interface InstallParamsInput {
  readonly scopes?: readonly string[] | null | undefined;
  readonly permissions?: string | number | null | undefined;
}

/** Contexts in which an application can be installed; null takes one away. */
export type InstallationConfigsInput = Readonly<
  Partial<
    Record<
      "0" | "1",
      { readonly oauth2_install_params?: InstallParamsInput | null | undefined } | null | undefined
    >
  >
>;

/** A developer's changes of an application; omitted fields keep their value. */
export interface ApplicationInput {
  readonly description?: string | { readonly default: string } | null | undefined;
  readonly icon?: string | null | undefined;
  readonly cover_image?: string | null | undefined;
  readonly team_id?: unknown;
  readonly type?: unknown;
  readonly flags?: number | null | undefined;
  readonly interactions_endpoint_url?: WebAddress | "" | null | undefined;
  readonly explicit_content_filter?: number | null | undefined;
  readonly max_participants?: number | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly custom_install_url?: WebAddress | null | undefined;
  readonly install_params?: InstallParamsInput | null | undefined;
  readonly role_connections_verification_url?: WebAddress | null | undefined;
  readonly integration_types_config?: InstallationConfigsInput | null | undefined;
  readonly event_webhooks_status?: number | null | undefined;
  readonly event_webhooks_url?: WebAddress | null | undefined;
  readonly event_webhooks_types?: readonly string[] | null | undefined;
}
