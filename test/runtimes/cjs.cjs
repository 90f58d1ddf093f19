const sdk = require("sdkpp");

import("./local-call.mjs")
  .then(({ makeLocalCall }) => makeLocalCall(sdk, process.argv[2]))
  .then(() => console.log("call ok"))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
