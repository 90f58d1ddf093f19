import {
  useCall,
  useDevices,
  useLevel,
  useLobbies,
  useOperation,
  useSession,
  useSocialEvent,
} from "@sdkpp/react";
import type { DeviceRecord, LobbyId, UserId } from "sdkpp/surface";
import { useId, useRef, useState, type ReactElement } from "react";
import { Failure } from "../parts/failure.js";
import { Screen } from "../parts/screen.js";

export function Devices(): ReactElement {
  const devices = useDevices();
  const userId = useSession()?.userId;
  const lobbies = useLobbies();
  const [isHeard, setHeard] = useState(true);
  useSocialEvent("noAudioInput", setHeard);
  const setInput = useOperation("setInputDevice");
  const setOutput = useOperation("setOutputDevice");
  return (
    <Screen title="Devices">
      <Choice
        label="Microphone"
        devices={devices?.inputs ?? []}
        chosen={devices?.inputId ?? ""}
        choose={(id) => void setInput.run(id)}
      />
      {userId && lobbies.map((id) => <OwnLevel key={id} lobbyId={id} userId={userId} />)}
      <p className="quiet">In a call, a bar shows what your microphone picks up.</p>
      {!isHeard && <p role="alert">Nothing comes from your microphone.</p>}
      <Choice
        label="Speaker"
        devices={devices?.outputs ?? []}
        chosen={devices?.outputId ?? ""}
        choose={(id) => void setOutput.run(id)}
      />
      <Failure error={setInput.error ?? setOutput.error} />
    </Screen>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly devices: readonly DeviceRecord[];
  readonly chosen: string;
  readonly choose: (deviceId: string) => void;
}

function Choice({ label, devices, chosen, choose }: ChoiceProps): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        disabled={devices.length === 0}
        value={chosen}
        onChange={({ target }) => choose(target.value)}
      >
        {devices.length === 0 && <option value={chosen}>none</option>}
        {devices.map((device) => (
          <option key={device.id} value={device.id}>
            {device.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function OwnLevel({ lobbyId, userId }: { lobbyId: LobbyId; userId: UserId }): ReactElement | null {
  const { call } = useCall(lobbyId);
  return call === undefined ? null : <OwnMeter lobbyId={lobbyId} userId={userId} />;
}

function OwnMeter({ lobbyId, userId }: { lobbyId: LobbyId; userId: UserId }): ReactElement {
  const meter = useRef<HTMLMeterElement>(null);
  useLevel(lobbyId, userId, (level) => {
    if (meter.current !== null) meter.current.value = level;
  });
  return <meter ref={meter} aria-label="Your level" min={0} max={1} />;
}
