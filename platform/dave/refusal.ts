/** Why a client's MLS message was not taken: no MLS at all, or nothing that belongs here. */
export type Refusal = "undecodable" | "unacceptable";
