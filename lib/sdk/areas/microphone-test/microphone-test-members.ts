import type { MicrophoneTest, MicrophoneTestOptions } from "./microphone-test.js";
import type { MicrophoneTestArea } from "./microphone-test-area.js";
import type { MembersOf } from "../../core/operations/members.js";

/** Members of `Client`: the test of the microphone. */
export interface MicrophoneTestMembers {
  /**
   * Tests the microphone without a call: measures it, and plays it on the speaker. It uses the devices and volumes that calls
   * use, and follows their changes.
   * @returns the running test; stop it when the player leaves the screen
   * @throws {ArgumentError} when `options.playBack` is not a boolean
   * @throws {SdkError} NO_AUDIO_DEVICES when the option `audioDevices` of this client is "off"
   * @example
   * const test = client.testMicrophone();
   * test.on("level", (dbfs) => console.log("level:", dbfs));
   * test.on("problem", (message) => console.log(message));
   * setTimeout(() => test.stop(), 10_000);
   */
  testMicrophone(options?: MicrophoneTestOptions): MicrophoneTest;
}

interface Parts {
  microphoneTest: MicrophoneTestArea;
}

export const microphoneTestMembers: MembersOf<MicrophoneTestMembers, Parts> = {
  testMicrophone: ({ microphoneTest }, options) => microphoneTest.start(options),
};
