import { useOperation, useSession } from "@sdkpp/react";
import { ClientError, ClientStatus, enumToString } from "sdkpp/enums";
import type { ReactElement } from "react";
import { Failure } from "../parts/failure.js";
import { Screen } from "../parts/screen.js";

export function SignIn(): ReactElement {
  const session = useSession();
  // the player may take minutes to agree in the browser
  const signIn = useOperation(({ operations }, signal) => operations.signIn({ signal, deadlineMs: 600_000 }));
  const isSignedOut = session?.status === ClientStatus.Disconnected;
  return (
    <Screen title="Welcome">
      <p role="status">{statusOf(isSignedOut, signIn.isRunning)}</p>
      {/* it stays enabled: a player who has closed the page in the browser asks for another one */}
      <button disabled={!isSignedOut} onClick={() => void signIn.run()}>
        Sign in
      </button>
      {session !== undefined && session.error !== ClientError.None && (
        <p role="alert">{`The connection has ended: ${enumToString(ClientError, session.error)}`}</p>
      )}
      <Failure error={signIn.error} />
    </Screen>
  );
}

function statusOf(isSignedOut: boolean, isAsking: boolean): string {
  if (!isSignedOut) return "Connecting…";
  return isAsking ? "Agree in your browser, then come back." : "You are signed out.";
}
