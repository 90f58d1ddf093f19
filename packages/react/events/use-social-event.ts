import { useEffect } from "react";
import type { EventArguments, EventName } from "sdkpp/surface";
import { useSocial } from "../provider/use-social.js";
import { useLatest } from "../store/use-latest.js";

/**
 * Listens to an event while the component is there. It renders nothing; the listener may be another function in each render.
 * @example
 * useSocialEvent("activityInviteCreated", (invite) => setInvite(invite));
 */
export function useSocialEvent<K extends EventName>(
  name: K,
  listener: (...args: EventArguments<K>) => void,
): void {
  const social = useSocial();
  const newest = useLatest(listener);
  useEffect(() => social.on(name, (...args) => newest.current(...args)), [social, name, newest]);
}
