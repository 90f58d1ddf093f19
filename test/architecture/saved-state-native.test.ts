import { describe, expect, it } from "vitest";
import { files, read } from "./sources.js";

/** By reason: members that the process which goes on with a call makes anew, or that are saved elsewhere. */
const MADE_ANEW: Readonly<Record<string, string>> = {
  "settings, made from SettingsMemory before the rest is restored":
    "DelayEstimator.floor_ Framing.gain_ Framing.wanted_ JitterBuffer.floor_ InputDetector.threshold_ Media.deliver_every_ Media.loopback_ PttGate.active_ PttGate.delay_ Receiving.budget_ Receiving.deaf_ Receiving.speaking_hold_ Sending.input_waits_ Sending.speech_ SpeakingDetector.hold_ TalkGate.mode_ TalkGate.self_mute_ VoiceActivity.automatic_ VoiceActivity.threshold_",
  "what the host lends: inputs, outputs, devices, callbacks, subscriptions, rings, options":
    "Media.events_ Media.published_ Media.tide_slot_ Receiving.ears_ Receiving.loans_ Receiving.mix_ Receiving.queue_ Receiving.spares_ Receiving.stats_ Sending.callback_ Sending.capture_ Sending.filtering_ Sending.input_ Sending.input_number_ Sending.own_sound_ Sending.stats_ Signalling.input_number_ Signalling.options_ Machine.recovery_ UserSetting.opus UserSetting.pcm UserSetting.tag",
  "saved by the owner around it, or as part of another value":
    "Arrival.packets_ CounterWindow.highest_ CounterWindow.started_ FrameDecryption.ratchets_ JitterBuffer.state_ JitterBuffer.stats_ Packet.bytes Packet.size Remote.earlier_stats Remote.ssrc Remote.used RemoteTable.ssrcs_ Resampler.rate_ Sending.ended_inputs_ Sending.held_ Sending.held_first_",
  "drained before a call is saved":
    "Machine.described_key_ Machine.described_mode_ Machine.outputs_ Signalling.commands_ Signalling.outputs_ Signalling.paths_",
  "encoders and decoders begin anew, and are given what came before":
    "Framing.encoder_ Framing.joins_ Framing.payloads_ JitterBuffer.codec_ Remote.fresh Speaker.decoded_ Speaker.decoder_ Speaker.heard_ Speaker.tally_ StreamDecoder.decoder_ StreamDecoder.restored_at_",
  "found out again from the packets":
    "DelayEstimator.placing_ DelayEstimator.total_ JitterBuffer.pace_ Packet.samples Packet.silence",
  "counted by the jitter buffer around it": "Arrival.stats_ StreamDecoder.stats_",
  "who is decoded and who an SSRC belongs to is found out again within a second":
    "Receiving.attribution_ Receiving.decoded_ Receiving.probe_ Remote.fades_in Remote.fades_out Remote.left_out Remote.speaker_requested_at RemoteTable.hints_",
  "a voice session that moved is resumed, as after a lost socket":
    "FrameLog.entries_ FrameLog.next_ FrameLog.used_ Machine.connected_at_ Machine.has_session_ Machine.has_socket_ Machine.heartbeat_ Machine.limit_ Machine.new_session_backoff_ Machine.pending_select_ Machine.random_ Machine.resume_backoff_ Machine.round_trip_ Machine.stable_at_ Machine.state_ Machine.was_connected_",
  "an interruption ends with the process, and so does the agent that could release it":
    "Media.barge_in_ Sending.restraint_",
  "of the first report to a successor; a call that is handed over so soon counts a jump once":
    "Media.jumped_to_",
  "keys are derived again from the ratchet": "ReceiveRatchet.hkdf_ ReceiveRatchet.keys_",
  "failures are counted anew": "FrameOpener.failures_",
  "a path that is not at rest is searched anew":
    "Path.give_up_ Path.next_discovery_ PathWatch.action_ PathWatch.answer_due_ PathWatch.began_ PathWatch.failed_in_row_ PathWatch.news_ PathWatch.next_lost_ PathWatch.next_probe_ PathWatch.ping_wanted_ PathWatch.present_failed_ PathWatch.probe_wanted_ PathWatch.probes_left_ PathWatch.probing_ PathWatch.suspected_ PathWatch.tried_",
  "of one tick, or of this machine":
    "Arrival.incoming_ JitterBuffer.last_pull_ JitterBuffer.pulled_from_ JitterBuffer.review_ StreamDecoder.budget_ StreamDecoder.scratch_ Framing.most_complexity_ InputDetector.change_ Media.noted_ Media.noted_playing_ Media.path_opened_ Media.ticks_to_stats_ Sending.lateness_ Sending.stalled_ Signalling.stall_ Media.stalls_ TalkGate.meter_ Talker.frame_count_ Talker.frames_ FrameDecryption.opened_ FrameDecryption.retired_ ReceiveRatchet.below_",
};

interface NativeClass {
  readonly name: string;
  /** text between its braces, without that of nested classes and functions */
  readonly body: string;
}

/** Comments, and preprocessor lines, say nothing about members. */
const bare = (source: string): string => source.replace(/\/\/.*$/gm, "").replace(/^\s*#.*$/gm, "");

/** Index behind the brace that closes the one at `open`. */
function behindBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; ++at) {
    if (text[at] === "{") ++depth;
    if (text[at] === "}" && --depth === 0) return at + 1;
  }
  throw new Error("a brace is not closed");
}

/** What stands directly between braces: everything in inner ones becomes `{}`. */
function outermost(text: string): string {
  let kept = "";
  for (let at = 0; at < text.length; ++at) {
    kept += text[at];
    if (text[at] !== "{") continue;
    at = behindBrace(text, at) - 1;
    kept += "}";
  }
  return kept;
}

function classesOf(source: string): NativeClass[] {
  const found: NativeClass[] = [];
  for (const match of source.matchAll(/\b(?:class|struct)\s+(\w+)[^;{()<>=]*\{/g)) {
    const open = match.index + match[0].length - 1;
    found.push({
      name: match[1] ?? "",
      body: outermost(source.slice(open + 1, behindBrace(source, open) - 1)),
    });
  }
  return found;
}

/** Data members: statements that are neither functions nor names of other things. */
function membersOf(body: string): string[] {
  const statements = body
    .replace(/\b(?:public|private|protected):/g, "")
    .replace(/\)[^;{}]*\{\}/g, ");")
    .split(";");
  const members: string[] = [];
  for (const statement of statements) {
    const text = statement.replace(/\s+/g, " ").trim();
    if (
      /^(?:using|static|friend|template|enum|class|struct|typedef)\b|\boperator\b|static constexpr/.test(text)
    )
      continue;
    const declaration = text
      .replace(/<[^()]*>/g, "")
      .replace(/=.*$/, "")
      .replace(/\{\}$/, "")
      .trim();
    if (declaration.includes("(") || !declaration.includes(" ")) continue;
    const name = /(\w+)(?:\[\w*\])?$/.exec(declaration)?.[1];
    if (name !== undefined) members.push(name);
  }
  return members;
}

/** The text of the functions that save a class. */
function savingText(owner: string, sources: readonly string[]): string {
  const texts: string[] = [];
  for (const source of sources) {
    const pattern = new RegExp(`\\b${owner}::Save\\w*\\([^;{]*\\{`, "g");
    for (const match of source.matchAll(pattern)) {
      const open = match.index + match[0].length - 1;
      texts.push(source.slice(open, behindBrace(source, open)));
    }
  }
  return texts.join("\n");
}

/** Saving functions that stand in the class itself. */
function inlineSaving(owner: string, source: string): string {
  const match = new RegExp(`\\b(?:class|struct)\\s+${owner}\\b[^;{()<>=]*\\{`).exec(source);
  if (match === null) return "";
  const open = match.index + match[0].length - 1;
  const body = source.slice(open, behindBrace(source, open));
  const texts: string[] = [];
  for (const each of body.matchAll(/\bSave\w*\([^;{]*\{/g)) {
    const at = each.index + each[0].length - 1;
    texts.push(body.slice(at, behindBrace(body, at)));
  }
  return texts.join("\n");
}

/** Members of every class with a Save(FieldWriter) that its saving functions do not mention, as `Class.member`. */
function forgotten(headers: readonly string[], sources: readonly string[]): string[] {
  const found: string[] = [];
  for (const header of headers.map(bare)) {
    for (const { name, body } of classesOf(header)) {
      if (!/\bSave\(FieldWriter&/.test(body)) continue;
      const saving = savingText(name, sources) + inlineSaving(name, header);
      for (const member of membersOf(body)) {
        if (!new RegExp(`\\b${member}\\b`).test(saving)) found.push(`${name}.${member}`);
      }
    }
  }
  return found.sort();
}

describe("state that moves with a call", () => {
  const headers = files("native/core", /\.h$/).map((file) => read(file));
  const sources = files("native/core", /\.cc$/).map((file) => bare(read(file)));

  it("is saved member by member, or made anew for a reason", () => {
    expect(forgotten(headers, sources)).toEqual(
      Object.values(MADE_ANEW)
        .flatMap((members) => members.split(" "))
        .sort(),
    );
  });

  it("notices a member that somebody forgot", () => {
    const header = `class Owner {
     public:
      void Save(FieldWriter& out) const noexcept;
      [[nodiscard]] int kept() const noexcept { return kept_; }
     private:
      static constexpr int kLimit = 3;
      struct Inner { int unrelated = 0; };
      int kept_ = 0;
      std::optional<std::pair<int, Inner>> forgotten_{};  ///< a comment; with a semicolon
      std::array<int, kLimit> also_forgotten_;
    };`;
    const source = "void Owner::Save(FieldWriter& out) const noexcept { out.Number(kKept, kept_); }";
    expect(forgotten([header], [source])).toEqual(["Owner.also_forgotten_", "Owner.forgotten_"]);
  });
});
