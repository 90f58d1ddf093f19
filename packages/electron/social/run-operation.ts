import { SdkError, type Client } from "sdkpp";
import { OPERATIONS, type OperationName, type OperationRow } from "sdkpp/surface";
import { checkedArguments } from "./check.js";
import { read } from "./read.js";

/** Whoever keeps the player signed in; where nobody does, pages cannot. */
export interface SignIn {
  signIn(): Promise<void>;
  signOut(): Promise<void>;
}

type Member = (...args: unknown[]) => unknown;
type Owner = Readonly<Record<string, Member>>;

/** Who has the members of operations. */
export interface Owners {
  readonly client: Client;
  readonly signIn: SignIn | undefined;
}

/**
 * Runs an operation of the table.
 * @throws {ArgumentError}, {@link ArgumentRangeError}, {@link SdkError} NO_CALL, CALL_NOT_STARTED, NO_SIGN_IN; what the member throws
 */
export async function runOperation(
  owners: Owners,
  name: OperationName,
  given: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const row: OperationRow = OPERATIONS[name];
  const args = checkedArguments(row.arguments, given);
  const value = await MEMBERS[row.on](owners, name, args, signal);
  return read(row.value, row.property === undefined ? value : (value as Owner)[row.property]);
}

type Run = (owners: Owners, name: OperationName, args: unknown[], signal: AbortSignal) => unknown;

const MEMBERS: { readonly [K in OperationRow["on"]]: Run } = {
  session: ({ signIn }, name) => {
    if (signIn === undefined)
      throw new SdkError(
        "NO_SIGN_IN",
        "nobody signs players in here; give the server of the pages a `signIn`",
      );
    return callMember(signIn, name, []);
  },
  client: ({ client }, name, args, signal) =>
    // members that are no operations take no options, and leave them alone
    name === "startCall"
      ? startCall(client, args[0] as string)
      : callMember(client, name, [...args, { signal }]),
  call: ({ client }, name, [lobbyId, ...args]) => {
    const call = client.getCall(lobbyId as string);
    if (!call.isValid())
      throw new SdkError(
        "NO_CALL",
        `the player is in no call of lobby ${String(lobbyId)}; startCall comes first`,
      );
    return callMember(call, name, args);
  },
};

/** A page that is loaded anew asks for what it has already. */
function startCall(client: Client, lobbyId: string): void {
  if (client.getCall(lobbyId).isValid() || client.startCall(lobbyId).isValid()) return;
  throw new SdkError(
    "CALL_NOT_STARTED",
    "a call needs a connection; wait until the status of `session` is Ready",
  );
}

/** Calls a member that an operation is named after. */
export function callMember(owner: object, name: string, args: readonly unknown[]): unknown {
  // a test holds the table to the members of the classes
  return ((owner as Owner)[name] as Member).call(owner, ...args);
}
