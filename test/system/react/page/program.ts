import { friends } from "./friends.js";
import { launcher } from "./launcher.js";
import { leaks } from "./leaks.js";
import { levels } from "./levels.js";
import { messages } from "./messages.js";
import { microphone } from "./microphone.js";
import { operations } from "./operations.js";
import { pace } from "./pace.js";
import { strict } from "./strict.js";
import { tearing } from "./tearing.js";

/** What tests run in the page. */
export const scenes = {
  friends,
  launcher,
  leaks,
  levels,
  messages,
  microphone,
  operations,
  pace,
  strict,
  tearing,
};
Object.assign(globalThis, { scenes });
