#include "core/crypto/thread_state.h"

#include <openssl/err.h>

namespace sdkpp::crypto {

void PrepareThread() noexcept { ERR_clear_error(); }

}  // namespace sdkpp::crypto
