import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** The kinds of installation. */
export const InstallationContext = { Guild: 0, User: 1 } as const;
export type InstallationContext = (typeof InstallationContext)[keyof typeof InstallationContext];

/** An application that a user has added to a server or to the own account. */
export interface Installation {
  readonly applicationId: Snowflake;
  readonly context: InstallationContext;
  /** The server or the user. */
  readonly ownerId: Snowflake;
  readonly installedBy: Snowflake;
  readonly scopes: readonly string[];
  /** Unix milliseconds */
  readonly installedAt: number;
}

type InstallationId = Pick<Installation, "applicationId" | "context" | "ownerId">;

export function installationKey({ applicationId, context, ownerId }: InstallationId): string {
  return `${contextKey(applicationId, context)}:${ownerId}`;
}

/** All installations of one application in one context. */
export function contextKey(applicationId: Snowflake, context: InstallationContext): string {
  return `${applicationId}:${String(context)}`;
}

export function installationIndex({ applicationId, context, ownerId }: Installation): IndexValues {
  return { context: contextKey(applicationId, context), owner: ownerId };
}
