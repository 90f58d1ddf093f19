/** Opcodes of the voice gateway. */
export const VoiceOpcode = {
  Identify: 0,
  SelectProtocol: 1,
  Ready: 2,
  Heartbeat: 3,
  SessionDescription: 4,
  Speaking: 5,
  HeartbeatAck: 6,
  Resume: 7,
  Hello: 8,
  Resumed: 9,
  Signal: 10,
  ClientsConnect: 11,
  Video: 12,
  ClientDisconnect: 13,
  SessionUpdate: 14,
  MediaSinkWants: 15,
  VoiceBackendVersion: 16,
  ChannelOptions: 17,
  ClientFlags: 18,
  SpeedTest: 19,
  ClientPlatform: 20,
  DavePrepareTransition: 21,
  DaveExecuteTransition: 22,
  DaveTransitionReady: 23,
  DavePrepareEpoch: 24,
  MlsExternalSender: 25,
  MlsKeyPackage: 26,
  MlsProposals: 27,
  MlsCommitWelcome: 28,
  MlsAnnounceCommit: 29,
  MlsWelcome: 30,
  MlsInvalidCommitWelcome: 31,
  NoRoute: 32,
} as const;
export type VoiceOpcode = (typeof VoiceOpcode)[keyof typeof VoiceOpcode];

/** Close codes of the voice gateway. */
export const VoiceCloseCode = {
  UnknownOpcode: 4001,
  DecodeError: 4002,
  NotAuthenticated: 4003,
  AuthenticationFailed: 4004,
  AlreadyAuthenticated: 4005,
  SessionInvalid: 4006,
  SessionTimedOut: 4009,
  ServerNotFound: 4011,
  UnknownProtocol: 4012,
  WorkerCrashed: 4013,
  Disconnected: 4014,
  ServerCrashed: 4015,
  UnknownEncryptionMode: 4016,
  DaveRequired: 4017,
  BadRequest: 4020,
  RateLimited: 4021,
  CallTerminated: 4022,
} as const;
export type VoiceCloseCode = (typeof VoiceCloseCode)[keyof typeof VoiceCloseCode];

/** The two current AEAD modes. */
export const AeadMode = {
  Aes256Gcm: "aead_aes256_gcm_rtpsize",
  XChaCha20Poly1305: "aead_xchacha20_poly1305_rtpsize",
} as const;
export type AeadMode = (typeof AeadMode)[keyof typeof AeadMode];

/** Modes discontinued since 2024-11-18; always rejected with 4016. */
export const DISCONTINUED_MODES: readonly string[] = [
  "xsalsa20_poly1305",
  "xsalsa20_poly1305_suffix",
  "xsalsa20_poly1305_lite",
  "xsalsa20_poly1305_lite_rtpsize",
  "aead_aes256_gcm",
];

/** Bits of `speaking`. */
export const SpeakingFlag = { Voice: 1, Soundshare: 2, Priority: 4 } as const;

/** Voice gateway version of our client. */
export const VOICE_GATEWAY_VERSION = 8;
/** Newest version of end-to-end encryption (DAVE). */
export const DAVE_VERSION = 1;
/** Opus unless a codec list says otherwise. */
export const OPUS_PAYLOAD_TYPE = 120;
export const SAMPLE_RATE = 48_000;
/** Samples per channel of one 20 ms block. */
export const BLOCK_SAMPLES = 960;

/** Opcodes that travel as binary frames. */
export const BINARY_VOICE_OPCODES: ReadonlySet<number> = new Set([25, 26, 27, 28, 29, 30]);
