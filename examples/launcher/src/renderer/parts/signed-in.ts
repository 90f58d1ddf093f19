import { useSession } from "@sdkpp/react";
import { ClientStatus } from "sdkpp/enums";
import { useEffect, useState } from "react";

/** A process of the client that ends is followed by another one, which signs in as fast as the service lets it. */
const FOLLOWER_MS = 5000;

/**
 * Whether the screens of a player are shown. Between two processes of the client nobody is signed in for a moment: then they stay.
 * @returns that, and what to call when the player has signed out, which needs no waiting
 */
export function useSignedIn(): readonly [boolean, () => void] {
  const session = useSession();
  const isNow = session?.userId !== undefined && session.status !== ClientStatus.Disconnected;
  const [wasBefore, remember] = useState(false);
  useEffect(() => {
    if (isNow) {
      remember(true);
      return undefined;
    }
    const timer = setTimeout(() => remember(false), FOLLOWER_MS);
    return () => clearTimeout(timer);
  }, [isNow]);
  return [isNow || wasBefore, () => remember(false)];
}
