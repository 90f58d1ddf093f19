import { useMemo } from "react";
import { useSocial } from "../provider/use-social.js";
import { useSource } from "../store/use-source.js";
import { whole } from "../store/whole.js";

/**
 * Returns whether the process of the client answers. Between two processes the state stays as it was, so most pages show no more than a hint. It
 * renders when that changes; a server renders false.
 */
export function useConnected(): boolean {
  const social = useSocial();
  const source = useMemo(
    () => ({
      watch: (listener: () => void) => social.watchConnection(listener),
      read: () => social.isConnected,
    }),
    [social],
  );
  return useSource(source, whole<boolean>, false);
}
