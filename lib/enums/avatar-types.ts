/** Picture formats of an avatar. @mirrors UserHandle::AvatarType */
export const AvatarTypes = { Gif: 0, Webp: 1, Png: 2, Jpeg: 3 } as const;
export type AvatarTypes = (typeof AvatarTypes)[keyof typeof AvatarTypes];
