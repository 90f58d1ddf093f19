/** Why a client's MLS message was rejected: it is not MLS, or it is not valid in this room. */
export type Rejection = "undecodable" | "unacceptable";
