import { useOperation, useVoiceSettings } from "@sdkpp/react";
import type { ReactElement } from "react";
import { Failure } from "../parts/failure.js";
import { Screen } from "../parts/screen.js";
import { Slider } from "../parts/slider.js";
import { SWITCHES, SWITCH_NAMES, useSwitch, type SwitchName } from "../parts/voice-switches.js";

export function Settings(): ReactElement {
  const voice = useVoiceSettings();
  const setInput = useOperation("setInputVolume");
  const setOutput = useOperation("setOutputVolume");
  const signOut = useOperation("signOut");
  return (
    <Screen title="Settings">
      <Slider
        label="Volume of your microphone"
        value={voice?.inputVolume ?? 100}
        max={100}
        onMove={(percent) => void setInput.run(percent)}
      />
      <Slider
        label="Volume of the others"
        value={voice?.outputVolume ?? 100}
        max={200}
        onMove={(percent) => void setOutput.run(percent)}
      />
      <fieldset>
        <legend>Your voice</legend>
        {SWITCH_NAMES.map((name) => (
          <Switch key={name} name={name} />
        ))}
      </fieldset>
      <button disabled={signOut.isRunning} onClick={() => void signOut.run()}>
        Sign out
      </button>
      <Failure error={setInput.error ?? setOutput.error ?? signOut.error} />
    </Screen>
  );
}

function Switch({ name }: { name: SwitchName }): ReactElement {
  const [isOn, turn] = useSwitch(name);
  return (
    <label className="row">
      <input type="checkbox" role="switch" checked={isOn} onChange={({ target }) => turn(target.checked)} />
      {SWITCHES[name]}
    </label>
  );
}
