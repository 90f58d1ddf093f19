import { createElement, type ReactElement, type ReactNode } from "react";
import type { Social } from "@sdkpp/electron/renderer";
import { SocialContext } from "./social-context.js";

export interface SdkppProviderProps {
  /** of `connect()`, made once, outside of components */
  readonly social: Social;
  readonly children?: ReactNode;
}

/**
 * Gives the hooks below it the player's world. It renders nothing by itself, and closes nothing as it goes: the connection belongs to the page.
 * @example
 * const social = connect();
 * createRoot(element).render(<SdkppProvider social={social}><App /></SdkppProvider>);
 */
export function SdkppProvider({ social, children }: SdkppProviderProps): ReactElement {
  return createElement(SocialContext.Provider, { value: social }, children);
}
