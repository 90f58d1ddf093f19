import { useDevices, useMicrophone, useOperation, useSocialEvent } from "@sdkpp/react";
import type { DeviceRecord } from "sdkpp/surface";
import { useId, useRef, useState, type ReactElement } from "react";
import { Failure } from "../parts/failure.js";
import { Screen } from "../parts/screen.js";

export function Devices(): ReactElement {
  const devices = useDevices();
  const [isHeard, setHeard] = useState(true);
  const [isTesting, setTesting] = useState(false);
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
      <button type="button" aria-pressed={isTesting} onClick={() => setTesting(!isTesting)}>
        Test the microphone
      </button>
      {isTesting && <Microphone />}
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

function Microphone(): ReactElement {
  const meter = useRef<HTMLMeterElement>(null);
  const problem = useMicrophone((level) => {
    if (meter.current !== null) meter.current.value = level;
  });
  return (
    <>
      <meter ref={meter} aria-label="Your level" min={0} max={1} />
      {problem !== "" && <p role="alert">{problem}</p>}
    </>
  );
}
