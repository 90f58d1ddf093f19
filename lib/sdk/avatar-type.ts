/** Picture formats of an avatar. @mirrors UserHandle::AvatarType */
export const AvatarType = { Gif: 0, Webp: 1, Png: 2, Jpeg: 3 } as const;
export type AvatarType = (typeof AvatarType)[keyof typeof AvatarType];
