import { useContext } from "react";
import type { Social } from "@sdkpp/electron/renderer";
import { SocialContext } from "./social-context.js";

/**
 * Returns the player's world, for what no other hook does. It renders when the provider gets another one.
 * @throws {Error} outside of `SdkppProvider`
 * @example
 * const { operations } = useSocial();
 * const accept = () => operations.acceptGameFriendRequest(userId);
 */
export function useSocial(): Social {
  const social = useContext(SocialContext);
  if (social === undefined) throw new Error("hooks of @sdkpp/react need a <SdkppProvider> above them");
  return social;
}
