/** How far the connection is. */
export interface LinkFacts {
  readonly isConnected: boolean;
  /** the status and what led to it, in words */
  readonly state: string;
  readonly isPathSilent: boolean;
  /** encryption in words when it lets no sound through; "" otherwise */
  readonly missingKey: string;
}

/** This side's own settings and source, as the door knows them. */
export interface OwnSettings {
  readonly isMuted: boolean;
  readonly isDeaf: boolean;
  readonly isServerMuted: boolean;
  readonly isServerDeaf: boolean;
  readonly isSuppressed: boolean;
  /** push-to-talk is on, and its key is up */
  readonly isKeyUp: boolean;
  /** "silent": it gives nothing that could be heard */
  readonly source: "none" | "silent" | "sounds";
  /** percent */
  readonly inputVolume: number;
  /** percent */
  readonly outputVolume: number;
}

/** This side in the time that was looked at. */
export interface OwnFacts extends OwnSettings {
  readonly isAlone: boolean;
  readonly packetsSent: number;
  /** loss that the voice server reports, 0–1 */
  readonly reportedLoss: number;
  /** packets of senders without a name */
  readonly packetsUnannounced: number;
}

/** Another user, as the door knows it. */
export interface UserSettings {
  readonly isLocallyMuted: boolean;
  /** percent */
  readonly volume: number;
  /** something takes the user's sound: a speaker, a recording, a subscription */
  readonly isWanted: boolean;
  /** the user's own switches; false where they are not known */
  readonly isMuted: boolean;
  readonly isDeaf: boolean;
}

/** Another user in the time that was looked at. */
export interface UserFacts extends UserSettings {
  readonly userId: bigint;
  /** has ever announced that it speaks, or sent something */
  readonly hasSpoken: boolean;
  /** it has announced that it speaks, for all of the time */
  readonly isSpeaking: boolean;
  readonly packetsReceived: number;
  readonly undecryptable: number;
  readonly packetsLost: number;
  /** the loudest sample, dBFS; −Infinity: digital silence; undefined: nothing was decoded */
  readonly peakDbfs: number | undefined;
}

/** How a door names what its user has to call. */
export interface DoorWords {
  readonly unmute: string;
  readonly undeafen: string;
  readonly play: string;
  /** what lets a source be sent that is there */
  readonly sendMore: string;
  readonly connect: string;
  readonly subscribe: string;
  readonly userVolume: string;
}
