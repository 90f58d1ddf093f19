import type { Social } from "@sdkpp/electron/renderer";
import { SdkppProvider, useSession } from "@sdkpp/react";
import { ClientStatus } from "sdkpp/enums";
import { useState, type ReactElement } from "react";
import { useRememberedSwitches } from "./parts/voice-switches.js";
import { Connection } from "./parts/connection.js";
import { Devices } from "./screens/devices.js";
import { Friends } from "./screens/friends.js";
import { Invites } from "./screens/invites.js";
import { Lobby } from "./screens/lobby.js";
import { Requests } from "./screens/requests.js";
import { Settings } from "./screens/settings.js";
import { SignIn } from "./screens/sign-in.js";

const SCREENS = { Friends, Requests, Lobby, Devices, Settings };
type ScreenName = keyof typeof SCREENS;
const NAMES = Object.keys(SCREENS) as ScreenName[];

export function App({ social }: { social: Social }): ReactElement {
  return (
    <SdkppProvider social={social}>
      <Launcher />
    </SdkppProvider>
  );
}

function Launcher(): ReactElement {
  const session = useSession();
  const isSignedIn = session?.userId !== undefined && session.status !== ClientStatus.Disconnected;
  return isSignedIn ? <Signed /> : <SignIn />;
}

function Signed(): ReactElement {
  const [shown, show] = useState<ScreenName>("Friends");
  const Screen = SCREENS[shown];
  useRememberedSwitches();
  return (
    <>
      <header>
        <nav aria-label="Screens">
          {NAMES.map((name) => (
            <button key={name} aria-current={name === shown ? "page" : undefined} onClick={() => show(name)}>
              {name}
            </button>
          ))}
        </nav>
        <Connection />
      </header>
      <Invites onJoined={() => show("Lobby")} />
      <Screen />
    </>
  );
}
