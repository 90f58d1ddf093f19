/** Version of the protocol; the only one. */
export const RPC_VERSION = 1;
/** Bytes before the payload of each frame: opcode and length, both little-endian. */
export const RPC_HEADER_BYTES = 8;
/** Longest payload of a frame from a game, bytes. A desktop app accepts no more. */
export const RPC_PAYLOAD_MAX = 65_536;
/** Longest payload of a frame from a desktop app, bytes: a long friends list needs more than a game's request. */
export const RPC_ANSWER_MAX = 16_777_216;
/** Sockets of one folder: desktop apps take successive numbers, games try them in order. */
export const RPC_SOCKETS = 10;
/** Name of socket `n`, in its folder or after `\\?\pipe\`. */
export function rpcSocketName(n: number): string {
  return `discord-ipc-${String(n)}`;
}
/** Prefix of a socket's address on Windows. */
export const RPC_WINDOWS_PIPES = "\\\\?\\pipe\\";
/** Variables that may name the folder of the sockets, in this order; without any it is `/tmp`. */
export const RPC_FOLDER_VARIABLES = ["XDG_RUNTIME_DIR", "TMPDIR", "TMP", "TEMP"] as const;
export const RPC_DEFAULT_FOLDER = "/tmp";

/** Longest `content` of ACTIVITY_INVITE_USER, UTF-16 units. */
export const RPC_INVITE_CONTENT_MAX = 1024;
/** Longest texts of SHARE_LINK, UTF-16 units. */
export const RPC_SHARE_LINK_MAX = { custom_id: 64, message: 1000, link_id: 64 } as const;
/** Longest release delay of push-to-talk in SET_VOICE_SETTINGS, milliseconds. */
export const RPC_RELEASE_DELAY_MAX_MS = 2000;
/** Highest volume of a microphone, percent. */
export const RPC_INPUT_VOLUME_MAX = 100;
/** Highest volume of a speaker and of another user, percent. */
export const RPC_USER_VOLUME_MAX = 200;
/** Longest `timeout` of GET_GUILD, seconds. */
export const RPC_GUILD_TIMEOUT_MAX_S = 60;
