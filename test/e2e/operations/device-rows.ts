// The microphones and speakers. Tests have none (SDKPP_AUDIO_DEVICES=off): the lists are empty, and only the default exists.
import { AudioDevice, Client, ErrorType } from "sdkpp";
import { expect } from "vitest";
import { fails, row, type OperationRow } from "./row.js";

const nothing = () => undefined;
const unknownDevice = (name: "setInputDevice" | "setOutputDevice") =>
  fails("no such device", { type: ErrorType.ValidationError }, ({ ada }, last) =>
    ada.client[name]("c0ffee", last),
  );

const listing = (name: "getInputDevices" | "getOutputDevices") =>
  row({
    name,
    prepare: nothing,
    start: (client: Client, _given, last) => client[name](last as never),
    effect: (_scene, _given, values) => expect(values).toEqual([[]]),
    defaults: [[]],
    unready: "works",
    isVoid: true,
  } satisfies OperationRow<undefined>);

const current = (name: "getCurrentInputDevice" | "getCurrentOutputDevice") =>
  row({
    name,
    prepare: nothing,
    start: (client: Client, _given, last) => client[name](last as never),
    effect: (_scene, _given, [device]) => expect((device as AudioDevice).isValid()).toBe(false),
    defaults: [AudioDevice.nullobj],
    unready: "works",
    isVoid: true,
  } satisfies OperationRow<undefined>);

const choosing = (name: "setInputDevice" | "setOutputDevice") =>
  row({
    name,
    prepare: nothing,
    start: (client: Client, _given, last) => client[name](Client.getDefaultAudioDeviceId(), last as never),
    effect: nothing,
    defaults: [],
    unready: "works",
    failures: [unknownDevice(name)],
  } satisfies OperationRow<undefined>);

export const deviceRows = [
  listing("getInputDevices"),
  listing("getOutputDevices"),
  current("getCurrentInputDevice"),
  current("getCurrentOutputDevice"),
  choosing("setInputDevice"),
  choosing("setOutputDevice"),
];
