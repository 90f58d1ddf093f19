import { canonicalAddress, isWebAddress } from "sdkpp/wire";
import { describe, expect, it } from "vitest";

describe("an address of the web", () => {
  it.each([
    "https://x:99999/",
    "http://x:port/",
    "https://[::1",
    "http://[/",
    "https://a b/",
    "https://a^b/",
    "https://%zz/",
    "https://1.2.3.999/",
    "https://xn--/",
    "https://\u00ad/",
    "https://",
    "https:///",
    "https://?",
    "https://#",
    "https://\\x",
    "https:x",
    "ftp://x/",
    "javascript:alert(1)",
    "https://x/\n",
    " https://x/",
  ])("is not %j", (text) => {
    expect(isWebAddress(text)).toBe(false);
  });

  it.each([
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080/"],
    ["https://Example.com?q=1", "https://example.com/?q=1"],
    ["HTTPS://Example.com/é?q=1#f", "https://example.com/%C3%A9?q=1#f"],
    ["https://[::1]:443/", "https://[::1]/"],
    ["https://a..b/", "https://a..b/"],
  ])("is %j", (text, canonical) => {
    expect(isWebAddress(text) && canonicalAddress(text)).toBe(canonical);
  });
});
