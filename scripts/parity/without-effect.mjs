// Members that keep what they are given and do nothing with it yet. They count as present: their declaration is that of
// the list, and what is set can be read back.
import { classes } from "./members.mjs";

const WITHOUT_EFFECT = [
  {
    class: "Client",
    members: ["setShowingChat"],
    why: "the desktop app has no command for it",
  },
  {
    class: "Client",
    members: [
      "setOpusHardwareCoding",
      "setEngineManagedAudioSession",
      "setSpeakerMode",
      "showAudioRoutePicker",
    ],
    why: "they concern phones, or codecs in hardware; on desktop systems the voice log says so",
  },
  {
    class: "ClientCreateOptions",
    members: [
      "experimentalAudioSystem",
      "setExperimentalAudioSystem",
      "experimentalAndroidPreventCommsForBluetooth",
      "setExperimentalAndroidPreventCommsForBluetooth",
    ],
    why: "they concern the audio systems of phones",
  },
];

function namesOf({ class: name, members }) {
  const known = classes.find((each) => each.name === name).present.map(({ ts }) => ts.name);
  if (members === "all") return known;
  const missing = members.filter((member) => !known.includes(member));
  if (missing.length > 0) throw new Error(`${name} has no ${missing.join(", ")}`);
  return members;
}

const rows = WITHOUT_EFFECT.map((entry) => ({ ...entry, names: namesOf(entry) }));

export const withoutEffect = rows.reduce((sum, { names }) => sum + names.length, 0);

/** The section of docs/parity.md. */
export const withoutEffectTable = rows
  .map(({ class: name, members, names, why }) => {
    const listed = members === "all" ? `all ${names.length}` : names.map((each) => `\`${each}\``).join(", ");
    return `| \`${name}\` | ${listed} | ${why} |`;
  })
  .join("\n");
