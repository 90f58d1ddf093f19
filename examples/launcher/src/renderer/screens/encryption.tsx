import { useEncryption } from "@sdkpp/react";
import type { LobbyId } from "sdkpp/surface";
import type { ReactElement } from "react";

const STATES: Readonly<Record<string, string>> = {
  off: "Not end-to-end encrypted.",
  pending: "No keys yet: they take a moment, and a second player.",
  entering: "Agreeing on keys…",
  leaving: "Going on without end-to-end encryption…",
  on: "End-to-end encrypted.",
  refused: "Refused: the other end does not encrypt.",
};

/** Whether others can listen, and the code that friends compare to be sure. */
export function Encryption({ lobbyId }: { lobbyId: LobbyId }): ReactElement | null {
  const encryption = useEncryption(lobbyId);
  if (encryption === undefined) return null;
  const groups = encryption.privacyCode.match(/\d{5}/g) ?? [];
  return (
    <section aria-labelledby="encryption">
      <h2 id="encryption">Encryption</h2>
      <p role="status">{STATES[encryption.state] ?? encryption.state}</p>
      {groups.length > 0 && (
        <>
          <p>Friends in the call see the same code. Read it to each other:</p>
          <p className="code" data-testid="privacy-code">
            {groups.join(" ")}
          </p>
        </>
      )}
    </section>
  );
}
