import type { DevicesRecord } from "sdkpp/surface";
import { useRecord } from "../store/use-record.js";
import { whole } from "../store/whole.js";

/**
 * Returns the microphones and speakers of this machine, and which are in use; undefined until the state has come. It renders when one is plugged in or
 * out, or chosen.
 * @example
 * const devices = useDevices();
 * return devices?.inputs.map(({ id, name }) => <option key={id} value={id}>{name}</option>);
 */
export function useDevices(): DevicesRecord | undefined {
  return useRecord("devices", "", whole<DevicesRecord | undefined>);
}
