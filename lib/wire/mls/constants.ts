/** Numbers of RFC 9420 (17) that the DAVE subset meets. */

/** mls10 */
export const MLS_VERSION = 1;
/** MLS_128_DHKEMP256_AES128GCM_SHA256_P256 */
export const MLS_CIPHERSUITE = 0x0002;

export const MlsWireFormat = {
  PublicMessage: 1,
  PrivateMessage: 2,
  Welcome: 3,
  GroupInfo: 4,
  KeyPackage: 5,
} as const;
export const MlsContentType = { Application: 1, Proposal: 2, Commit: 3 } as const;
export const MlsSenderType = { Member: 1, External: 2, NewMemberProposal: 3, NewMemberCommit: 4 } as const;
export const MlsProposalType = {
  Add: 1,
  Update: 2,
  Remove: 3,
  PreSharedKey: 4,
  ReInit: 5,
  ExternalInit: 6,
  GroupContextExtensions: 7,
} as const;
export const MlsProposalOrRefType = { Proposal: 1, Reference: 2 } as const;
export const MlsCredentialType = { Basic: 1, X509: 2 } as const;
export const MlsExtensionType = {
  ApplicationId: 1,
  RatchetTree: 2,
  RequiredCapabilities: 3,
  ExternalPub: 4,
  ExternalSenders: 5,
} as const;
export const MlsLeafNodeSource = { KeyPackage: 1, Update: 2, Commit: 3 } as const;
export const MlsNodeType = { Leaf: 1, Parent: 2 } as const;

/** Bytes of an uncompressed P-256 point, the one form of public keys here: `04 || X || Y`. */
export const MLS_PUBLIC_KEY_BYTES = 65;
/** Highest `not_after` of a lifetime: for ever. */
export const MLS_LIFETIME_END = 0xffff_ffff_ffff_ffffn;
