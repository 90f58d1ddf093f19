import type { Snowflake } from "sdkpp/wire";

/** The members of every record. */
export interface TimelineEntry {
  /** Larger than that of every record before. */
  readonly serial: number;
  /** Time of the platform, Unix milliseconds. */
  readonly at: number;
  /** The record in one line, without its time and its kind. */
  readonly text: string;
}

/** A request over HTTP and its response. */
export interface HttpRecord extends TimelineEntry {
  readonly kind: "http";
  readonly method: string;
  /** The route with the ids of the request; other parameters and the query are not shown. */
  readonly path: string;
  /** 0: the connection was cut before there was a response. */
  readonly status: number;
  readonly durationMs: number;
  readonly userId?: Snowflake;
  readonly applicationId?: Snowflake;
  /** Code and message of an error. */
  readonly problem?: string;
}

/** A message of the main gateway or of the voice gateway, or the end of a socket. */
export interface GatewayRecord extends TimelineEntry {
  readonly kind: "gateway" | "voice";
  /** Towards the platform, or away from it. */
  readonly direction: "in" | "out";
  /** Tells the sockets of a platform apart. */
  readonly socket: number;
  /** Absent before the client has identified. */
  readonly userId?: Snowflake;
  /** Absent when the message cannot be read, and at the end of a socket. */
  readonly op?: number;
  /** The event of a dispatch, such as `MESSAGE_CREATE`. */
  readonly event?: string;
  readonly sequence?: number;
  /** Before compression. */
  readonly bytes?: number;
  /** What the message is about: servers, channels, lobbies, users, messages. */
  readonly about?: readonly Snowflake[];
  /** How the socket was closed. */
  readonly closeCode?: number;
}

/** A request of the platform to the address of an application: an event, an interaction, a check. */
export interface WebhookRecord extends TimelineEntry {
  readonly kind: "webhook";
  /** Scheme, host and port. */
  readonly origin: string;
  readonly applicationId?: Snowflake;
  /** `PING`, `INTERACTION`, or the event. */
  readonly event: string;
  /** Absent: there was no response. */
  readonly status?: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly problem?: string;
}

/** A frame between a game and a desktop app. */
export interface RpcRecord extends TimelineEntry {
  readonly kind: "rpc";
  readonly direction: "in" | "out";
  /** User of the desktop app. */
  readonly userId: Snowflake;
  readonly applicationId?: Snowflake;
  readonly command?: string;
  readonly event?: string;
  readonly bytes: number;
}

/** Datagrams of a call in one second. */
export interface MediaRecord extends TimelineEntry {
  readonly kind: "media";
  /** Server or lobby of the call. */
  readonly serverId: Snowflake;
  readonly channelId: Snowflake;
  /** Packets of sound from each user. */
  readonly received: number;
  /** Packets of sound to all users. */
  readonly sent: number;
  readonly userIds: readonly Snowflake[];
}

/** Something about the timeline itself. */
export interface TimelineNotice extends TimelineEntry {
  readonly kind: "timeline";
  /** How many records this listener has missed because it reads too slowly, of all kinds. */
  readonly lost?: number;
}

export type TimelineRecord =
  HttpRecord | GatewayRecord | WebhookRecord | RpcRecord | MediaRecord | TimelineNotice;

export type TimelineKind = TimelineRecord["kind"];

export const TIMELINE_KINDS: readonly TimelineKind[] = [
  "http",
  "gateway",
  "voice",
  "webhook",
  "rpc",
  "media",
  "timeline",
];

/** A record that has no number yet. */
export type Unnumbered<Kind extends TimelineRecord = TimelineRecord> = Kind extends TimelineRecord
  ? Omit<Kind, "serial" | "at">
  : never;

/** The records that somebody wants. */
export interface TimelineFilter {
  /** All kinds unless given. */
  readonly kinds?: readonly TimelineKind[];
  /** A part of the line, such as an id, a route or an event; upper and lower case are the same. */
  readonly about?: string;
}
