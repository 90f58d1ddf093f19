import type { ActivityPayload, RpcActivityPayload } from "../../../wire/index.js";

/** An activity in the form of RPC: buttons have their addresses with them, and the application gives an absent name. */
export function desktopActivity({ buttons, metadata, name, ...rest }: ActivityPayload): RpcActivityPayload {
  const urls = metadata?.button_urls ?? [];
  return {
    ...rest,
    ...(name === "" ? {} : { name }),
    ...(buttons === undefined ? {} : { buttons: buttons.map((label, n) => ({ label, url: urls[n] ?? "" })) }),
  };
}
