import { DataFolder } from "../folder/data-folder.js";
import { printed } from "./print.js";
import { openAuthority, readAuthority } from "../tls/authority-folder.js";

/** `sdkpp-platform ca`. Works while a platform uses the folder if the folder already has an authority. */
export async function printAuthority(options: { data: string; json?: true }): Promise<void> {
  const { certificate } = readAuthority(options.data) ?? (await makeAuthority(options.data));
  process.stdout.write(options.json === true ? printed({ ca: certificate }, true) : certificate);
}

async function makeAuthority(path: string) {
  const folder = DataFolder.open(path);
  try {
    return await openAuthority(folder.path);
  } finally {
    folder.close();
  }
}
