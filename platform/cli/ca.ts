import { openAuthority } from "../tls/authority-folder.js";

/** `sdkpp-platform ca` */
export async function printAuthority(options: { data: string }): Promise<void> {
  const { certificate } = await openAuthority(options.data);
  process.stdout.write(certificate);
}
