const sdk = require("sdkpp");

import("./call.mjs")
  .then(({ makeCall }) => makeCall(sdk, process.argv[2]))
  .then(() => console.log("call ok"))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
