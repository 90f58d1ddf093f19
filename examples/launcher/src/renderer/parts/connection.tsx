import { useConnected, useSession, useUser } from "@sdkpp/react";
import { ClientStatus } from "sdkpp/enums";
import type { ReactElement } from "react";

/** Who is signed in, and whether what the page shows is up to date. */
export function Connection(): ReactElement {
  const isConnected = useConnected();
  const status = useSession()?.status;
  const name = useUser()?.displayName;
  const isReady = isConnected && status === ClientStatus.Ready;
  return <p role="status">{isReady ? `Signed in as ${name ?? "…"}` : "Connecting…"}</p>;
}
