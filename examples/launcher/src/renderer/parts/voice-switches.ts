import { useSession, useSocial } from "@sdkpp/react";
import type { Social } from "@sdkpp/electron/renderer";
import { ClientStatus } from "sdkpp/enums";
import { useEffect, useState } from "react";

/** How the voice is cleaned. The SDK does not tell how these stand, so the page remembers them and says them again to each new client. */
export const SWITCHES = {
  setEchoCancellation: "Remove the echo of the speaker",
  setNoiseSuppression: "Remove noise",
  setAutomaticGainControl: "Same loudness for quiet and loud voices",
} as const;
export type SwitchName = keyof typeof SWITCHES;
export const SWITCH_NAMES = Object.keys(SWITCHES) as SwitchName[];

const isOn = (name: SwitchName): boolean => localStorage.getItem(name) !== "off";

async function sayAll({ operations }: Social): Promise<void> {
  // a client that ends meanwhile has a follower, which is told as well
  await Promise.allSettled(SWITCH_NAMES.map((name) => operations[name](isOn(name))));
}

/** Says the remembered switches to whichever client is ready. */
export function useRememberedSwitches(): void {
  const social = useSocial();
  const isReady = useSession()?.status === ClientStatus.Ready;
  useEffect(() => {
    if (isReady) void sayAll(social);
  }, [social, isReady]);
}

/** One switch: whether it is on, and how to turn it. */
export function useSwitch(name: SwitchName): readonly [boolean, (on: boolean) => void] {
  const [on, show] = useState(() => isOn(name));
  const social = useSocial();
  const turn = (turned: boolean): void => {
    localStorage.setItem(name, turned ? "on" : "off");
    show(turned);
    void sayAll(social);
  };
  return [on, turn];
}
