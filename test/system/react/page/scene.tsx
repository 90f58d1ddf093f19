import { StrictMode, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { pagePort, Social } from "@sdkpp/electron/renderer";
import { SdkppProvider } from "@sdkpp/react";
import type { Change } from "../../../../packages/electron/bridge/messages.js";
import { FarEnd } from "./far-end.js";

/** A page with one player's world, and the other end of its channel. */
export interface Scene {
  readonly social: Social;
  readonly root: Root;
  readonly element: HTMLElement;
  /** Renders below a provider, and waits until it is on the page and listens. */
  render(node: ReactNode, isStrict?: boolean): Promise<void>;
  /** Connects another process. */
  another(): FarEnd;
  text(): string;
  end(): void;
}

/** Connects a page with a far end and tells it a state. */
export async function sceneWith(changes: readonly Change[]): Promise<Scene & { readonly far: FarEnd }> {
  const social = new Social();
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  const scene: Scene = {
    social,
    root,
    element,
    render: (node, isStrict = false) => render(root, social, node, isStrict),
    another: () => connected(social),
    text: () => element.textContent,
    end() {
      root.unmount();
      element.remove();
      social.close();
    },
  };
  const far = connected(social);
  await far.snapshot(changes);
  return { ...scene, far };
}

function connected(social: Social): FarEnd {
  const { port1, port2 } = new MessageChannel();
  const far = new FarEnd(port2);
  const port = pagePort(port1);
  social.use({
    ...port,
    onMessage: (listener) =>
      port.onMessage((message) => {
        listener(message);
        far.taken(message as { version?: number });
      }),
  });
  return far;
}

async function render(root: Root, social: Social, node: ReactNode, isStrict: boolean): Promise<void> {
  const provided = <SdkppProvider social={social}>{node}</SdkppProvider>;
  root.render(isStrict ? <StrictMode>{provided}</StrictMode> : provided);
  await committed();
}

/** Waits for what React has been asked to render, effects included: they are behind at most two frames of the screen. */
export async function committed(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
}
