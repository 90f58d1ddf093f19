/** `<@id>`, `<@!id>`, `<#id>`, `<:name:id>` and `<a:name:id>`. */
const MARKUP = /<(?:@!?([0-9]{1,20})|#([0-9]{1,20})|a?:(\w{1,64}):[0-9]{1,20})>/g;

export interface Names {
  user(id: bigint): string | undefined;
  channel(id: bigint): string | undefined;
}

/** Replaces markup by readable text: `@name`, `#name` and `:emoji:`. Markup without a known name stays unchanged. */
export function readableContent(raw: string, names: Names): string {
  return raw.replace(MARKUP, (markup, userId?: string, channelId?: string, emoji?: string) => {
    if (emoji !== undefined) return `:${emoji}:`;
    const name =
      userId === undefined
        ? prefixed("#", names.channel(BigInt(channelId ?? 0)))
        : prefixed("@", names.user(BigInt(userId)));
    return name ?? markup;
  });
}

function prefixed(sign: string, name: string | undefined): string | undefined {
  return name === undefined || name === "" ? undefined : sign + name;
}
