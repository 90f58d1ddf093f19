import type { SessionRecord } from "sdkpp/surface";
import { useRecord } from "../store/use-record.js";
import { whole } from "../store/whole.js";

/**
 * Returns who is signed in and how the connection is; undefined until the state has come. It renders when that changes.
 * @example
 * const session = useSession();
 * if (session?.status !== ClientStatus.Ready) return <SignIn />;
 */
export function useSession(): SessionRecord | undefined {
  return useRecord("session", "", whole<SessionRecord | undefined>);
}
