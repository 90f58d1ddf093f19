// A call moves between processes: each field of each owner of its state is saved, or has a reason not to be.
import { describe, expect, it } from "vitest";
import {
  forgottenFields,
  forgottenInFunction,
  idleExcuses,
  ownersIn,
  savedWithoutOwner,
  unsavedClasses,
  wrongNumbers,
  type Excuses,
} from "./saved-state.js";
import { files, read } from "./sources.js";

const FOLDERS = ["lib/protocol/mls", "lib/protocol/dave", "lib/call"];
const ANEW = "derived anew";
const GIVEN = "given by the composition of the new process";

/** Fields that an owner does not save. */
const FIELDS: Excuses = {
  "RatchetTree.#hashes": `${ANEW} from the nodes`,
  "MlsGroup.#membership": `${GIVEN}: group id, user, signature key; its group saves the external sender`,
  "OwnKeyPackage.userId": "its group's identity is saved by the session",
  "OwnKeyPackage.reference": `${ANEW} from the bytes`,
  "OwnGroup.#options": GIVEN,
  "FramePolicy.#parts": GIVEN,
  "MemberWatch.#news": "moved into the session's outputs within each input",
  "Accusations.#suspects": "dropped: the socket is lost with the process, as when it is interrupted",
  "DaveSession.#options": GIVEN,
  "DaveSession.#maxVersion": GIVEN,
  "DaveSession.#isInterrupted": "always true: the socket stays behind",
  "DaveSession.#next": "lives within one input",
  "DaveSession.#transitionId": "set by each input before it is used",
  "DaveSession.#nowMs": "the new process has a clock of its own",
  "VerifiedKeys.#parts": GIVEN,
  "CallEncryption.members": `${ANEW} from the session's members`,
  "VoiceConnection.#options": GIVEN,
  "VoiceConnection.#clock": GIVEN,
  "VoiceConnection.#frames": ANEW,
  "VoiceConnection.#timer": `${ANEW} from the deadlines of the owners`,
  "VoiceConnection.#sound": ANEW,
  "VoiceConnection.#events": "listeners: those of the new process subscribe anew",
  "VoiceConnection.#heard": "listeners: those of the new process subscribe anew",
  "VoiceConnection.#socket": "stays behind: the voice session is resumed",
  "VoiceConnection.#closeReason": "of the socket, which stays behind",
  "VoiceConnection.#endReason": "of a call that is over: it does not move",
  "VoiceConnection.#maySend": `${ANEW} from the condition`,
  "VoiceConnection.#inputWaits": `${ANEW} from the condition`,
  "VoiceConnection.#draining": "lives within one input",
  "VoiceConnection.#still": "inputs that wait are passed on, or come again: the voice gateway replays them",
  "VoiceConnection.#former":
    "lives until the voice session is resumed: a call that moves again is resumed there",
  "VoiceConnection.#doubt": "asks whether the call is still here: one that moves is",
  "VoiceConnection.#ahead":
    "what waits to be written; a process that goes on was told the rest by the voice gateway",
  "VoiceConnection.#acknowledgement": "nothing is acknowledged before this process has written something",
  "VoiceConnection.#left": "of a call that is over: it does not move",
  "VoiceConnection.#closed": "of a call that is over: it does not move",
};

/** Classes with fields that are no owners. */
const CLASSES: Excuses = {
  MlsError: "an error",
  FailedCheck: "an error",
  Signer: `${ANEW}: a signature key made ready`,
  SignatureVerifier: `${ANEW}: public keys made ready`,
  SignatureKeys: "shared by calls: each call saves the key it leased, and adopt() takes it",
  EncryptedMembers: `${ANEW}: resume() counts the present members as looked up`,
  FrameInput: "references only",
  Emitter: "listeners: those of the new process subscribe anew",
  HeardSound: "listeners: those of the new process subscribe anew",
  Peak: "part of a look of one second at the sound",
  SoundWatch: "looks at the call for a second when asked, and begins anew",
  ClaimTable: "of the supervisor, which has no call",
  HandOver: "one move, on the side that stays behind",
  DatagramRelay: "of a call that stays behind",
  FrameRelay: "of a call that stays behind",
  HeldDatagrams: "of a call that stays behind",
  FormerSocket: "lives until the voice session is resumed",
  HeldInputs: "inputs that wait are passed on, or come again: the voice gateway replays them",
  StandingStill: "of a call that stays behind",
  Departure: "one move, on the side that stays behind",
  Arrival: "one move, before the call runs",
  MoveLink: "one move's end of a channel",
  Signal: "something that is waited for",
  MemoryCallStore: "of the supervisor, which has no call",
  RemoteCallStore: "questions to the supervisor: who asked asks again",
  JoinedRecords: "questions to the supervisor, of one turn: who asked asks again",
  TimedStore: "references only",
  StoredClaim: "of this owner of a call that is kept; the next one has its own",
  StoredGround: "of this owner of a call that is kept; the next one has its own",
  Upkeep: "of this owner of a call that is kept; the next one has its own",
  KeptClaims: "one move of a call that is kept",
  Keeper: "of this owner of a call that is kept; the next one has its own",
  KeptConnection: "references, and what its keeper has seen of the call",
  Pulse: "looks at the calls that are in this process",
  WavFile: "a recording, which stays in the program's process",
  WriteAhead: "what waits to be written; a process that goes on was told the rest by the voice gateway",
  Acknowledgement: "nothing is acknowledged before this process has written something",
  Doubt: "asks whether the call is still here: one that moves is",
};

/** Interfaces whose values are saved by a function, or by the owner of the list they are in. */
const FUNCTIONS: readonly [file: string, type: string, save: string][] = [
  ["lib/protocol/mls/epoch-state.ts", "EpochState", "saveEpochState"],
  ["lib/protocol/dave/output.ts", "DaveStatus", "saveStatus"],
  ["lib/protocol/dave/own-group.ts", "DaveIdentity", "saveIdentity"],
];

const modules = FOLDERS.flatMap((folder) => files(folder, /\.ts$/));
const owners = modules.flatMap((file) => ownersIn(read(file), file));

describe("owners of a call's state in TypeScript", () => {
  it("are all there", () => {
    const names = owners.filter(({ saved }) => saved !== undefined).map(({ name }) => name);
    expect(names.sort()).toEqual([
      ...["Accusations", "CallEncryption", "DaveSession", "FramePolicy", "MemberWatch", "MlsGroup"],
      ...["OwnGroup", "OwnKeyPackage", "PrivateKeys", "ProposalCache", "RatchetTree", "SendCondition"],
      ...["SessionFacts", "TransitionLog", "VerifiedKeys", "VoiceConnection"],
    ]);
  });

  it("save each field, or say why not", () => {
    expect(forgottenFields(owners, FIELDS)).toEqual([]);
  });

  it("hold only owners, or what is no state", () => {
    expect(unsavedClasses(owners, CLASSES)).toEqual([]);
    expect(savedWithoutOwner(owners, CLASSES)).toEqual([]);
  });

  it("have no reason for a field that is saved or gone", () => {
    expect(idleExcuses(owners, FIELDS)).toEqual([]);
    expect(idleExcuses(owners, CLASSES)).toEqual([]);
  });

  it.each(FUNCTIONS)("%s: all of %s is in %s", (file, type, save) => {
    expect(forgottenInFunction(read(file), type, save)).toEqual([]);
  });

  it("save the secrets of an epoch one by one", () => {
    const schedule = read("lib/protocol/mls/key-schedule.ts");
    const state = read("lib/protocol/mls/epoch-state.ts");
    expect(forgottenInFunction(`${schedule}\n${state}`, "EpochSecrets", "saveEpochState")).toEqual([]);
  });

  it("give each number of a record to one field", () => {
    expect(modules.flatMap((file) => wrongNumbers(read(file)))).toEqual([]);
  });
});

describe("the walk itself", () => {
  const text = `
    class Held { #count = 0; }
    class Owner {
      #kept = 1;
      #forgotten = new Map<bigint, Held>();
      readonly #held = new Held();
      #list: readonly Held[] = [];
      static #shared = 0;
      #byMethod = 2;
      constructor(private readonly parameter: number) {}
      save(out: FieldWriter): void {
        out.number(FIELDS.kept, this.#kept);
        this.#more(out);
        this.#held.save(out);
      }
      #more(out: FieldWriter): void {
        out.number(FIELDS.byMethod, this.#byMethod);
      }
    }`;
  const found = ownersIn(text);

  it("finds a forgotten field", () => {
    expect(forgottenFields(found, {})).toEqual(["Owner.#forgotten", "Owner.#list", "Owner.parameter"]);
    expect(forgottenFields(found, { "Owner.#list": "", "Owner.parameter": "" })).toEqual([
      "Owner.#forgotten",
    ]);
  });

  it("finds a field whose class is no owner", () => {
    expect(unsavedClasses(found, {})).toEqual(["Held"]);
    expect(savedWithoutOwner(found, {})).toEqual(["Owner.#held"]);
    expect(savedWithoutOwner(found, { Held: "" })).toEqual([]);
  });

  it("finds a reason that is none any more", () => {
    const excuses = {
      "Owner.#kept": "",
      "Owner.#gone": "",
      "Owner.#list": "",
      Owner: "",
      Held: "",
      Gone: "",
    };
    expect(idleExcuses(found, excuses)).toEqual(["Owner.#kept", "Owner.#gone", "Owner", "Gone"]);
  });

  it("finds what a function forgets, and a number that two fields have", () => {
    const saved = "interface State { readonly one: number; two: string }\nfunction save(out, { one }) {}";
    expect(forgottenInFunction(saved, "State", "save")).toEqual(["State.two"]);
    expect(wrongNumbers("savedFields({ one: 1, two: 2, three: 1 })")).toHaveLength(1);
    expect(wrongNumbers("savedFields({ one: 0, two: 256 })")).toHaveLength(2);
  });
});
