import { ArgumentError, ArgumentRangeError } from "../../../wire/index.js";

/** The parameters that all authorization flows share. */
interface RequestArgs {
  readonly clientId: bigint;
  readonly scopes: string;
}

/**
 * The application and the scopes of an authorization.
 * @param application that of the client, for arguments without one
 * @throws {ArgumentError} when there is no application, {ArgumentRangeError} when there are no scopes
 */
export function requestOf(args: RequestArgs, application: { readonly id: bigint }): RequestArgs {
  const clientId = args.clientId === 0n ? application.id : args.clientId;
  if (clientId === 0n)
    throw new ArgumentError("args.clientId", "an application id, here or through setApplicationId", "none");
  if (args.scopes.trim() === "") throw new ArgumentRangeError("args.scopes", "at least one scope", "none");
  return { clientId, scopes: args.scopes };
}
