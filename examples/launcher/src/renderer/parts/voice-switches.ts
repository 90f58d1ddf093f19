import { useSession, useSocial, useVoiceSettings } from "@sdkpp/react";
import type { Social } from "@sdkpp/electron/renderer";
import { ClientStatus } from "sdkpp/enums";
import { useEffect, useState } from "react";

/** How the voice is cleaned. The app forgets it when it ends, so the page remembers it, and says it again to each new client. */
export const SWITCHES = {
  setEchoCancellation: "Remove the echo of the speaker",
  setNoiseSuppression: "Remove noise",
  setAutomaticGainControl: "Same loudness for quiet and loud voices",
} as const;
export type SwitchName = keyof typeof SWITCHES;
export const SWITCH_NAMES = Object.keys(SWITCHES) as SwitchName[];

/** Where the state has them. */
const FIELDS = {
  setEchoCancellation: "echoCancellation",
  setNoiseSuppression: "noiseSuppression",
  setAutomaticGainControl: "automaticGainControl",
} as const;

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

/** One switch: whether the client has it on, and how to turn it. */
export function useSwitch(name: SwitchName): readonly [boolean, (on: boolean) => void] {
  const stands = useVoiceSettings()?.[FIELDS[name]] ?? isOn(name);
  // shown until the client has it
  const [wish, setWish] = useState<boolean>();
  const social = useSocial();
  useEffect(() => setWish(undefined), [stands]);
  const turn = (turned: boolean): void => {
    localStorage.setItem(name, turned ? "on" : "off");
    setWish(turned);
    social.operations[name](turned).catch(() => setWish(undefined));
  };
  return [wish ?? stands, turn];
}
